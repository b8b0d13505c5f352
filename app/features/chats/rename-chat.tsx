import { chatTitleLength } from "../../../contract/chats/chats.ts";
import type { ModalControls } from "../../lib/modals.ts";
import { useMutate } from "../../lib/mutate.ts";
import { NameDialog, useRefusals } from "../../lib/name-dialog.tsx";
import { useTRPC } from "../../lib/trpc.tsx";

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
      maxLength={chatTitleLength}
      isSaving={renaming.isPending}
      onEdit={forget}
      onSave={(title) => renaming.mutate({ id: chat.id, title })}
    />
  );
}
