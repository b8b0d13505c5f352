import { maxChatTitleLength } from "../../../../contract/chats/chats.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import type { ModalControls } from "../../../lib/dialogs/modals.ts";
import { NameDialog, useRefusals } from "../../../lib/dialogs/name-dialog.tsx";

/** Asks for a chat's new title. */
export function RenameChat({
  chat,
  open,
  onOpenChange,
  close,
}: { chat: { id: string; title: string } } & ModalControls<true>) {
  const { refusals, onRefused, forget } = useRefusals();
  const renaming = useMutate(useTRPC().chat.rename.mutationOptions(), {
    refreshes: ["chat"],
    success: "Gespeichert.",
    onSuccess: () => close(true),
    onRefused,
  });
  return (
    <NameDialog
      {...{ open, onOpenChange, refusals }}
      title="Chat umbenennen"
      label="Titel"
      name={chat.title}
      maxLength={maxChatTitleLength}
      isSaving={renaming.isPending}
      onEdit={forget}
      onSave={(title) => renaming.mutate({ id: chat.id, title })}
    />
  );
}
