import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";

/** The files of a record that has no page of its own, such as a contract or a contact. */
export function openFiles(record: RecordRow): Promise<undefined> {
  return lazyDialog<typeof import("./files-tab.tsx"), undefined>(
    () => import("./files-tab.tsx"),
    ({ FilesTab }, { open, onOpenChange }) => (
      <Dialog open={open} onOpenChange={onOpenChange} title={`Dateien: ${record.title}`} width={560}>
        <FilesTab record={record} />
      </Dialog>
    ),
  );
}
