import type { TermDecision } from "../../../contract/terms/term.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";
import { tellBulkResult } from "../../records/list/bulk/bulk-result.tsx";
import { type CountedResult, countedBulk, tellCounted } from "../../records/list/bulk/counted-bulk.ts";
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

/** What a change of a term refreshes, and what takes it back. */
function useTermUndo(type: TermType) {
  const refreshes = [type, "term", "deadline", "costForecast", "change", "dashboard"] as const;
  const undo = useMutate(useRecordApi(type).undoMany.mutationOptions(), {
    refreshes,
    onSuccess: (result) => tellBulkResult(result, "wie zuvor"),
  });
  return { refreshes, undo };
}

/** What can be done about the term of a record; each toast offers to take it back. */
export function useTermActs(type: TermType) {
  const { term } = useTRPC();
  const { refreshes, undo } = useTermUndo(type);
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

/** The same for many at once: counted while it runs, and one toast takes all of it back. */
export function useManyTermActs(type: TermType, onDone: () => void) {
  const { term } = useTRPC();
  const { refreshes, undo } = useTermUndo(type);
  const told = (what: string) => ({
    refreshes,
    onSuccess: (result: CountedResult) => {
      const { changed = [] } = result;
      tellCounted(result, what, changed.length > 0 ? () => undo.mutate({ changed }) : undefined);
      onDone();
    },
  });
  const [decided, renewed, priced] = ["entschieden", "verlängert", "mit neuem Preis"] as const;
  return {
    decide: useMutate(countedBulk(term.decideMany.mutationOptions(), decided), told(decided)),
    renew: useMutate(countedBulk(term.renewMany.mutationOptions(), renewed), told(renewed)),
    changePrice: useMutate(countedBulk(term.changePrices.mutationOptions(), priced), told(priced)),
  };
}
