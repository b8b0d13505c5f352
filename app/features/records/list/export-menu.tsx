import { Download, FileSpreadsheet, FileText } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListState } from "../../../../contract/records/list-state.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "../../../ui/menu.tsx";
import { useRole } from "../use-role.ts";
import { exportAddress } from "./export-address.ts";

/** Downloads what the list shows: its filters, columns and order, all pages. */
export function ExportMenu({ declaration, state }: { declaration: Declaration; state: ListState }) {
  const role = useRole();
  if (!hasAbility(role, "exportRecords")) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Download} label="Export" variant="secondary" title="Export" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Alle Treffer, Spalten wie gezeigt</MenuLabel>
        <MenuItem icon={FileText} asChild>
          <a href={exportAddress(declaration, state, "csv")} download>
            Als CSV
          </a>
        </MenuItem>
        <MenuItem icon={FileSpreadsheet} asChild>
          <a href={exportAddress(declaration, state, "xlsx")} download>
            Als Excel-Tabelle
          </a>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
