import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { openModal } from "../../lib/dialogs/modals.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";

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
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() => void openModal<true>((controls) => <DeleteDialog record={record} {...controls} />)}
        >
          Endgültig löschen …
        </MenuItem>
      )}
    </>
  );
}
