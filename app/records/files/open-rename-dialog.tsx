import type { Attachment } from "../../../contract/files/attachments.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { NameDialog, useRefusals } from "../../lib/dialogs/name-dialog.tsx";

/** Gives a file of a record another name. */
export function openRenameDialog(record: RecordKey, file: Attachment): Promise<true | undefined> {
  return openModal<true>((controls) => <RenameDialog record={record} file={file} {...controls} />);
}

interface RenameDialogProps extends ModalControls<true> {
  record: RecordKey;
  file: Attachment;
}

function RenameDialog({ record: { type, id }, file, open, onOpenChange, close }: RenameDialogProps) {
  const { refusals, onRefused, forget } = useRefusals();
  const rename = useMutate(useTRPC().attachment.rename.mutationOptions(), {
    refreshes: ["attachment", "change"],
    success: "Datei umbenannt.",
    onSuccess: () => close(true),
    onRefused,
  });
  return (
    <NameDialog
      {...{ open, onOpenChange, refusals }}
      title="Datei umbenennen"
      label="Name"
      name={file.filename}
      maxLength={255}
      isSaving={rename.isPending}
      onEdit={forget}
      onSave={(filename) => rename.mutate({ type, id, key: file.key, filename })}
      chosenLength={(name) => name.replace(/\.[^.]+$/, "").length}
    />
  );
}
