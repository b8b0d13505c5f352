import { FileSpreadsheet, FileText, type LucideIcon, Printer } from "lucide-react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ListState } from "../../../contract/records/list-state.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { exportUrl, reportUrl } from "./export-url.ts";
import { printList } from "./print-list.ts";

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
