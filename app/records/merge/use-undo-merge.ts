import type { MergeableType, Merged } from "../../../contract/merges/merges.ts";
import { shownBy } from "../../../contract/records/record-types.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";

/** Takes merges back and says what stayed as it is. */
export function useTakeBack(type: MergeableType) {
  return useMutate(useTRPC().merge.undo.mutationOptions(), {
    refreshes: [type, ...shownBy[type], "change", "relation", "attachment", "chat", "mention", "dashboard", "merge"],
    onSuccess: ({ title, kept }) => {
      showToast({
        tone: "success",
        title: `${quoted(title)} ist wieder ein eigener Eintrag.`,
        ...(kept.length > 0 && { message: `So geblieben: ${kept.join(" ")}`, autoCloseMs: false }),
      });
    },
  });
}

/** Says that two records are one, with the way back. */
export function useUndoMerge(type: MergeableType) {
  const undo = useTakeBack(type);
  return ({ title, mergeId }: Merged, gone: string) =>
    showToast({
      tone: "success",
      title: "Zusammengeführt.",
      message: `${quoted(gone)} ist in ${quoted(title)} aufgegangen.`,
      action: { label: "Rückgängig", perform: () => undo.mutate({ id: mergeId }) },
    });
}
