import { ChevronDown } from "lucide-react";
import { IconButton } from "./button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "./overlays/menu.tsx";
import type { TabItem, TabsProps } from "./tabs.tsx";

type TabsMenuProps<Item extends TabItem> = Pick<TabsProps<Item>, "items" | "renderLink" | "className">;

/** All tabs of a row that does not fit, one below the other. */
export function TabsMenu<Item extends TabItem>({ items, renderLink, className }: TabsMenuProps<Item>) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={ChevronDown} size="sm" label="Alle Reiter" className={className} />
      </MenuTrigger>
      <MenuContent align="end">
        {items.map((item) => (
          <MenuItem key={item.label} asChild>
            {renderLink(item, {
              className: item.current ? "font-medium" : "",
              "aria-current": item.current ? "page" : undefined,
              children: item.label,
            })}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
