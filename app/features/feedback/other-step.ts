import { type FeedbackStatus, feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import { problemOf } from "../../lib/api/trpc.tsx";

/** Why a step was refused: somebody else has led the entry on meanwhile. */
export interface OtherStep {
  by: string;
  /** Absent where they changed what was said, not where the entry stands. */
  status?: FeedbackStatus;
  /** The version to which a step can be taken now. */
  version: number;
}

/** The step that somebody else was faster with; undefined where a refusal has another reason. */
export function otherStepOf(error: unknown): OtherStep | undefined {
  const conflict = problemOf(error)?.conflict;
  if (!conflict) return undefined;
  const status = conflict.fields.find(({ field }) => field === "status")?.theirs as FeedbackStatus | undefined;
  return { by: conflict.by?.label ?? "Jemand anderes", ...(status && { status }), version: conflict.version };
}

/** „Timo Brandt war schneller: F-12 steht jetzt auf „Geplant“.“ */
export function otherStepWords(number: string, { by, status }: OtherStep): string {
  return status
    ? `${by} war schneller: ${number} steht jetzt auf „${feedbackStatuses[status]}“.`
    : `${by} hat ${number} inzwischen geändert.`;
}
