import { type FeedbackStatus, feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { tellBulkResult } from "../../records/list/bulk/bulk-result.tsx";
import type { Stepping } from "./open-step-dialog.tsx";

interface Step {
  status: FeedbackStatus;
  answer?: string;
  reason?: string;
  releasedIn?: string;
  duplicateOfId?: string;
}

interface StepsOptions {
  onDone?: () => void;
  onRefused?: (error: unknown) => boolean;
}

const refreshes = ["feedback", "change", "relation"] as const;

/** Leads entries through the workflow: one by its version, several with a word on each that refused. */
export function useSteps({ onDone, onRefused }: StepsOptions = {}) {
  const trpc = useTRPC();
  const one = useMutate(trpc.feedback.setStatus.mutationOptions(), {
    refreshes,
    onSuccess: () => onDone?.(),
    ...(onRefused && { onRefused }),
  });
  const many = useMutate(trpc.feedback.setStatusOfMany.mutationOptions(), {
    refreshes,
    onSuccess: (result) => {
      tellBulkResult(result, "geändert");
      onDone?.();
    },
    ...(onRefused && { onRefused }),
  });
  return {
    isPending: one.isPending || many.isPending,
    take({ ids, version, from }: Stepping, step: Step) {
      const [id] = ids;
      if (id === undefined) return;
      if (ids.length > 1) return many.mutate({ ids: [...ids], ...step });
      one.mutate(
        { id, ...step, ...(version !== undefined && { version }) },
        { onSuccess: () => from && from !== step.status && tellStep(from, step.status) },
      );
    },
  };
}

/** Says what has changed: „Status geändert: Neu → Geprüft.“ */
export function tellStep(from: FeedbackStatus, to: FeedbackStatus): void {
  showToast({ tone: "success", title: `Status geändert: ${feedbackStatuses[from]} → ${feedbackStatuses[to]}.` });
}
