import { type FeedbackStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { tellBulkResult } from "../../../records/list/bulk/bulk-result.tsx";
import type { TransitionSubject } from "./open-transition-dialog.tsx";

interface Transition {
  status: FeedbackStatus;
  answer?: string;
  reason?: string;
  releasedIn?: string;
  duplicateOfId?: string;
}

interface TransitionOptions {
  onDone?: () => void;
  onRefused?: (error: unknown) => boolean;
}

const invalidated = ["feedback", "change", "relation"] as const;

/** Leads entries through the workflow: one by its version, several with a word on each that refused. */
export function useStatusTransition({ onDone, onRefused }: TransitionOptions = {}) {
  const trpc = useTRPC();
  const one = useMutate(trpc.feedback.setStatus.mutationOptions(), {
    refreshes: invalidated,
    onSuccess: () => onDone?.(),
    ...(onRefused && { onRefused }),
  });
  const many = useMutate(trpc.feedback.setStatusOfMany.mutationOptions(), {
    refreshes: invalidated,
    onSuccess: (result) => {
      tellBulkResult(result, "geändert");
      onDone?.();
    },
    ...(onRefused && { onRefused }),
  });
  return {
    isPending: one.isPending || many.isPending,
    apply({ ids, version, from }: TransitionSubject, transition: Transition) {
      const [id] = ids;
      if (id === undefined) return;
      if (ids.length > 1) return many.mutate({ ids: [...ids], ...transition });
      one.mutate(
        { id, ...transition, ...(version !== undefined && { version }) },
        { onSuccess: () => from && from !== transition.status && showTransitionToast(from, transition.status) },
      );
    },
  };
}

/** Says what has changed: „Status geändert: Neu → Geprüft.“ */
export function showTransitionToast(from: FeedbackStatus, to: FeedbackStatus): void {
  showToast({ tone: "success", title: `Status geändert: ${feedbackStatuses[from]} → ${feedbackStatuses[to]}.` });
}

/** Why a step was refused: somebody else has led the entry on meanwhile. */
interface CompetingTransition {
  by: string;
  /** Absent where they changed what was said, not where the entry stands. */
  status?: FeedbackStatus;
  /** The version to which a step can be taken now. */
  version: number;
}

/** The step that somebody else was faster with; undefined where a refusal has another reason. */
export function competingTransitionOf(error: unknown): CompetingTransition | undefined {
  const conflict = problemOf(error)?.conflict;
  if (!conflict) return undefined;
  const status = conflict.fields.find(({ field }) => field === "status")?.theirs as FeedbackStatus | undefined;
  return { by: conflict.by?.label ?? "Jemand anderes", ...(status && { status }), version: conflict.version };
}

/** „Timo Brandt war schneller: F-12 steht jetzt auf „Geplant“.“ */
export function competingTransitionText(number: string, { by, status }: CompetingTransition): string {
  return status
    ? `${by} war schneller: ${number} steht jetzt auf „${feedbackStatuses[status]}“.`
    : `${by} hat ${number} inzwischen geändert.`;
}
