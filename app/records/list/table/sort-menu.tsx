import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { isSortable, type ListState } from "../../../../contract/records/list-state.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { shownColumns } from "./columns.ts";

interface SortMenuProps {
  declaration: Declaration;
  state: ListState;
  onChange: (next: Partial<ListState>) => void;
}

/** Sorts where there are no heads to press: among tiles, and in the cards of phones. */
export function SortMenu({ declaration, state, onChange }: SortMenuProps) {
  const [sort] = state.orderBy.length > 0 ? state.orderBy : declaration.list.orderBy;
  const names = shownColumns(declaration, state).filter((name) => {
    const field = declaration.fields[name];
    return field && isSortable(field);
  });
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          icon={ArrowDownUp}
          label="Sortieren"
          variant="secondary"
          className={cx(state.layout === "table" && "md:hidden")}
        />
      </MenuTrigger>
      <MenuContent align="end">
        {names.map((name) => {
          const isOn = sort?.field === name;
          const descending = isOn && !sort.descending ? true : undefined;
          return (
            <MenuItem
              key={name}
              icon={isOn ? (sort.descending ? ArrowDown : ArrowUp) : undefined}
              className={isOn ? undefined : "pl-[35px]"}
              onSelect={() => onChange({ orderBy: [{ field: name, ...(descending && { descending }) }] })}
            >
              {declaration.fields[name]?.label}
            </MenuItem>
          );
        })}
      </MenuContent>
    </Menu>
  );
}
