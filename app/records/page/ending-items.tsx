import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";

const openDeleteDialog = (record: RecordRow) =>
  lazyDialog<typeof import("./delete-dialog.tsx"), true>(
    () => import("./delete-dialog.tsx"),
    ({ DeleteDialog }, controls) => <DeleteDialog record={record} {...controls} />,
  );

interface EndingItemsProps {
  record: RecordRow;
  onArchive: () => void;
  /** Absent where it cannot be restored. */
  onRestore: (() => void) | undefined;
  /** Items before the one that deletes. */
  children?: ReactNode;
}

/** The last items in a record's menu: to archive it, to restore it, and to delete it for good. */
export function EndingItems({ record, onArchive, onRestore, children }: EndingItemsProps) {
  return (
    <>
      {record.can.archive && (
        <MenuItem icon={Archive} onSelect={onArchive}>
          Archivieren
        </MenuItem>
      )}
      {onRestore && (
        <MenuItem icon={ArchiveRestore} onSelect={onRestore}>
          Wiederherstellen
        </MenuItem>
      )}
      {children}
      {record.can.delete && (
        <MenuItem icon={Trash2} danger onSelect={() => void openDeleteDialog(record)}>
          Endgültig löschen …
        </MenuItem>
      )}
    </>
  );
}
