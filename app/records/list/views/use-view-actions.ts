import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { ListState } from "../../../../contract/records/list-state.ts";
import type { SavedView } from "../../../../contract/saved-views/saved-views.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import type { ListStateControl } from "../use-list-state.ts";
import { openViewDialog } from "./open-view-dialog.tsx";
import { toViewState } from "./saved-view-state.ts";

/** What is done with the views of a list: written, saved as a new one, deleted. */
export function useViewActions(declaration: Declaration, state: ListState, change: ListStateControl["change"]) {
  const trpc = useTRPC();
  const update = useMutate(trpc.savedView.update.mutationOptions(), {
    refreshes: ["savedView"],
    success: "Ansicht gespeichert.",
  });
  const remove = useMutate(trpc.savedView.delete.mutationOptions(), {
    refreshes: ["savedView"],
    onSuccess: () => change({ view: undefined }, { replace: true }),
  });
  return {
    update: ({ id, version }: SavedView) =>
      update.mutate({ params: { id }, body: { state: toViewState(state) }, version }),
    saveNew: async () => {
      const view = await openViewDialog({ type: declaration.type, state: toViewState(state) });
      if (view) change({ view: view.id, page: state.page }, { replace: true });
    },
    remove: async ({ id, name }: SavedView) => {
      const isSure = await confirm({
        title: `Ansicht „${name}“ löschen?`,
        description: "Die Einträge der Liste bleiben, wie sie sind.",
        confirmLabel: "Ansicht löschen",
      });
      if (isSure) remove.mutate({ id });
    },
  };
}
