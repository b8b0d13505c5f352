import { quoted } from "../../../contract/values/quoted.ts";
import { ConfirmDialog, type ConfirmDialogProps } from "../../ui/overlays/confirm-dialog.tsx";
import { openModal } from "./modals.ts";

type Question = Pick<ConfirmDialogProps, "title" | "description" | "confirmLabel" | "cancelLabel" | "nameToType">;

/** Asks before something that cannot be undone; false when the person does not confirm. */
export async function confirm(question: Question): Promise<boolean> {
  const answer = await openModal<true>(({ open, onOpenChange, close }) => (
    <ConfirmDialog {...question} open={open} onOpenChange={onOpenChange} onConfirm={() => close(true)} />
  ));
  return answer ?? false;
}

/** Asks before something is deleted for good, by what it is („Termin“) and its title. */
export const confirmDeletion = (what: string, title: string): Promise<boolean> =>
  confirm({
    title: `${what} löschen?`,
    description: `${quoted(title)} wird endgültig gelöscht.`,
    confirmLabel: "Löschen",
  });
