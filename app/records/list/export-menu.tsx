import { Download, FileSpreadsheet, FileText, type LucideIcon, Printer } from "lucide-react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListState } from "../../../contract/records/list-state.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { exportUrl, reportUrl } from "./export-url.ts";
import { printList } from "./print-list.ts";

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
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Download} label="Export" variant="secondary" title="Export" className={className} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Alle Treffer, Spalten wie gezeigt</MenuLabel>
        <ExportItems declaration={declaration} state={state} />
      </MenuContent>
    </Menu>
  );
}

/** The list in each format, and what else there is to download about what it finds. */
export function ExportItems({ declaration, state }: { declaration: Declaration; state: ListState }) {
  const { listReport } = useRecordUi(declaration.type);
  return (
    <>
      <ExportItem icon={FileText} label="Als CSV" href={exportUrl(declaration, state, "csv")} />
      <ExportItem icon={FileSpreadsheet} label="Als Excel-Tabelle" href={exportUrl(declaration, state, "xlsx")} />
      <MenuItem icon={Printer} onSelect={() => void printList(exportUrl(declaration, state, "pdf"))}>
        Als PDF
      </MenuItem>
      {listReport && (
        <ExportItem
          icon={FileSpreadsheet}
          label={listReport.label}
          href={reportUrl(listReport.name, declaration, state)}
        />
      )}
    </>
  );
}

function ExportItem({ icon, label, href }: { icon: LucideIcon; label: string; href: string }) {
  return (
    <MenuItem icon={icon} asChild>
      <a href={href} download>
        {label}
      </a>
    </MenuItem>
  );
}
