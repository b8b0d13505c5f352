import type { BulkResult } from "../../../contract/records/bulk.ts";
import type { TermDecision } from "../../../contract/terms/term.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { hideToast, showToast, undoable } from "../../lib/dialogs/toasts.ts";
import { tellBulkResult } from "../../records/list/bulk/bulk-result.tsx";
import { useRecordApi } from "../../records/record-api.ts";
import type { ChosenEnd, ChosenPrice } from "./term-dialogs.tsx";

interface Key {
  id: string;
  version: number;
}

const done: Record<TermDecision, string> = {
  open: "Entscheidung wieder offen.",
  keep: "Wird behalten.",
  cancel: "Gekündigt.",
  handOver: "Wird abgegeben.",
};

/** What can be done about the term of a record; each toast offers to take it back. */
export function useTermActs(type: TermType) {
  const { term } = useTRPC();
  const api = useRecordApi(type);
  const refreshes = [type, "term", "deadline", "costForecast", "change", "dashboard"] as const;
  const undo = useMutate(api.undoMany.mutationOptions(), {
    refreshes,
    onSuccess: (result) => tellBulkResult(result, "wie zuvor"),
  });
  const told =
    (title: string) =>
    ({ id, version }: Key): void => {
      showToast({ tone: "success", title, ...undoable(() => undo.mutate({ changed: [{ id, version }] })) });
    };
  const decide = useMutate(term.decide.mutationOptions(), { refreshes });
  const renew = useMutate(term.renew.mutationOptions(), { refreshes, onSuccess: told("Verlängert.") });
  const changePrice = useMutate(term.changePrice.mutationOptions(), { refreshes, success: "Preis gespeichert." });
  return {
    isPending: decide.isPending || renew.isPending || changePrice.isPending,
    decide: ({ decision, ...input }: Key & Omit<ChosenEnd, "decision"> & { decision: TermDecision }) =>
      decide.mutate({ type, decision, ...input }, { onSuccess: told(done[decision]) }),
    renew: (key: Key) => renew.mutate({ type, ...key }),
    changePrice: (input: Key & ChosenPrice) => changePrice.mutate({ type, ...input }),
  };
}

const working = "bulk-terms";

/** The same for many at once; one toast takes all of it back. */
export function useManyTermActs(type: TermType, onDone: () => void) {
  const { term } = useTRPC();
  const api = useRecordApi(type);
  const refreshes = [type, "term", "deadline", "costForecast", "change", "dashboard"] as const;
  const undo = useMutate(api.undoMany.mutationOptions(), {
    refreshes,
    onSuccess: (result) => tellBulkResult(result, "wie zuvor"),
  });
  // With many it takes a moment, and nothing else would show it.
  const shown = {
    onMutate: (): unknown =>
      showToast({ id: working, tone: "info", isLoading: true, autoCloseMs: false, title: "Wird geändert …" }),
    onSettled: () => hideToast(working),
  };
  const told = (what: string) => ({
    refreshes,
    onSuccess: (result: BulkResult) => {
      const { changed = [] } = result;
      tellBulkResult(result, what, changed.length > 0 ? () => undo.mutate({ changed }) : undefined);
      onDone();
    },
  });
  return {
    decide: useMutate(term.decideMany.mutationOptions(shown), told("entschieden")),
    renew: useMutate(term.renewMany.mutationOptions(shown), told("verlängert")),
    changePrice: useMutate(term.changePrices.mutationOptions(shown), told("mit neuem Preis")),
  };
}
