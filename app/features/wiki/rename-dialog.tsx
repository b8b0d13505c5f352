import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { NameDialog, useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import type { ActedPage } from "./use-page-actions.ts";
import { useRename } from "./use-rename.ts";

/** Asks for a page's new title. */
export function RenameDialog({ page, open, onOpenChange, close }: { page: ActedPage } & ModalControls<true>) {
  const { refusals, onRefused, forget } = useRefusals();
  const rename = useRename({ success: "Gespeichert.", onSuccess: () => close(true), onRefused });
  return (
    <NameDialog
      open={open}
      onOpenChange={onOpenChange}
      refusals={refusals}
      title="Seite umbenennen"
      label="Titel"
      name={page.title}
      maxLength={200}
      isSaving={rename.isPending}
      onEdit={forget}
      onSave={(title) => rename.mutate({ id: page.id, title })}
    />
  );
}
