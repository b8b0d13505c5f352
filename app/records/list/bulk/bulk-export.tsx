import { Download, FileSpreadsheet, FileText, Printer } from "lucide-react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListState } from "../../../../contract/records/list-state.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import type { BulkExportFormat } from "../../record-ui.tsx";
import { exportUrl } from "../export-url.ts";
import { printList } from "../print-list.ts";
import type { Selection } from "./selection.ts";

interface BulkExportProps {
  declaration: Declaration;
  state: ListState;
  selection: Selection;
  /** A further format of the type. */
  more: BulkExportFormat | undefined;
  className: string;
}

/** Downloads the selected records with the columns of the list. */
export function BulkExport({ declaration, state, selection, more, className }: BulkExportProps) {
  const ids = selection.kind === "some" ? [...selection.ids] : [];
  const download = (format: "csv" | "xlsx") => submit(exportUrl(declaration, state, format), ids);
  return (
    <Menu>
      <MenuTrigger asChild>
        <button type="button" title="Exportieren" className={className}>
          <Icon of={Download} />
          <span className="max-lg:sr-only">Exportieren</span>
        </button>
      </MenuTrigger>
      <MenuContent side="top">
        <MenuItem icon={FileText} onSelect={() => download("csv")}>
          Als CSV
        </MenuItem>
        <MenuItem icon={FileSpreadsheet} onSelect={() => download("xlsx")}>
          Als Excel-Tabelle
        </MenuItem>
        <MenuItem icon={Printer} onSelect={() => void printList(exportUrl(declaration, state, "pdf"), ids)}>
          Als PDF
        </MenuItem>
        {more && selection.kind === "some" && (
          <MenuItem icon={more.icon} onSelect={() => more.perform([...selection.ids])}>
            {more.label}
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}

/** A form, because the ids of a long selection do not fit into a URL. The answer is a file, so the page stays. */
function submit(action: string, ids: readonly string[]): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.hidden = true;
  const field = document.createElement("input");
  field.name = "ids";
  field.value = ids.join();
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
