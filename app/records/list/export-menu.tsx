import { Download } from "lucide-react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListState } from "../../../contract/records/list-state.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { lazyMenuItems, Menu, MenuContent, MenuItems, MenuLabel, MenuTrigger } from "../../ui/overlays/menu.tsx";

export const exportItems = lazyMenuItems(() => import("./export-items.tsx"));

interface ExportMenuProps {
  declaration: Declaration;
  state: ListState;
  className?: string;
}

/** Downloads what the list shows: its filters, columns and order, all pages. */
export function ExportMenu({ declaration, state, className }: ExportMenuProps) {
  const role = useRole();
  if (!hasAbility(role, "exportRecords")) return null;
  return (
    <Menu items={exportItems}>
      <MenuTrigger asChild>
        <IconButton icon={Download} label="Export" variant="secondary" title="Export" className={className} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Alle Treffer, Spalten wie gezeigt</MenuLabel>
        <MenuItems of={exportItems}>
          {({ ExportItems }) => <ExportItems declaration={declaration} state={state} />}
        </MenuItems>
      </MenuContent>
    </Menu>
  );
}
