import { Bug, CircleHelp, Heart, Lightbulb, type LucideIcon } from "lucide-react";
import { feedback, type feedbackKinds } from "../../../contract/feedback/feedback.ts";
import { type BoardStatus, boardStatuses, type FeedbackStatus } from "../../../contract/feedback/statuses.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";

/** What the screens of feedback read of a row. */
export function feedbackValues(row: RecordRow) {
  const values = valuesOf(feedback, row);
  return {
    number: values.number ?? "",
    kind: values.kind ?? "idea",
    area: values.area ?? "process",
    status: values.status ?? "new",
    votes: values.votes ?? 0,
    comments: values.comments ?? 0,
    weight: values.weight ?? values.votes ?? 0,
    assignee: values.assigneeId ?? null,
    dueAt: values.dueAt ?? null,
    releasedIn: values.releasedIn ?? null,
    doneAt: values.doneAt ?? null,
  };
}

export function isBoardStatus(status: FeedbackStatus): status is BoardStatus {
  return isOneOf(boardStatuses, status);
}

export type FeedbackKind = keyof typeof feedbackKinds;

export const kindIcons: Record<FeedbackKind, LucideIcon> = {
  bug: Bug,
  idea: Lightbulb,
  question: CircleHelp,
  praise: Heart,
};
