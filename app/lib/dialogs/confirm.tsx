import { quoted } from "../../../contract/values/quoted.ts";
import type { ConfirmDialogProps } from "../../ui/overlays/confirm-dialog.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";
import { lazyDialog } from "./lazy-dialog.ts";

const confirmDialog = prefetchedModule(() => import("../../ui/overlays/confirm-dialog.tsx"));

type Question = Pick<ConfirmDialogProps, "title" | "description" | "confirmLabel" | "cancelLabel" | "nameToType">;

/** Asks before something that cannot be undone; false when the person does not confirm. */
export async function confirm(question: Question): Promise<boolean> {
  const answer = await lazyDialog<typeof import("../../ui/overlays/confirm-dialog.tsx"), true>(
    confirmDialog.load,
    ({ ConfirmDialog }, { open, onOpenChange, close }) => (
      <ConfirmDialog {...question} open={open} onOpenChange={onOpenChange} onConfirm={() => close(true)} />
    ),
  );
  return answer ?? false;
}

/** Asks before something is deleted for good, by what it is („Termin“) and its title. */
export const confirmDeletion = (what: string, title: string): Promise<boolean> =>
  confirm({
    title: `${what} löschen?`,
    description: `${quoted(title)} wird endgültig gelöscht.`,
    confirmLabel: "Löschen",
  });
