import { useQueryClient } from "@tanstack/react-query";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { clearDraft } from "../../lib/form/draft.ts";
import { choicesKey } from "./choices.ts";

/** „Verwerfen …“: asks, and forgets what was found out and decided. */
export function useDiscard(onGone?: (id: string) => void) {
  const { discovery } = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutate(discovery.delete.mutationOptions(), {
    // Its own page is still on screen; what is gone is not read again.
    refreshes: [],
    success: "Prüfung verworfen.",
    onSuccess: ({ id }) => {
      clearDraft(choicesKey(id));
      onGone?.(id);
      void queryClient.invalidateQueries({ queryKey: discovery.list.queryKey() });
    },
  });
  return async ({ id, created }: { id: string; created: number }) => {
    const isSure = await confirm({
      title: "Prüfung verwerfen?",
      description: `Was dabei herausgefunden und eingetragen wurde, ist danach weg.${created > 0 ? " Angelegte Websites bleiben." : ""}`,
      confirmLabel: "Verwerfen",
    });
    if (isSure) remove.mutate({ id });
  };
}
