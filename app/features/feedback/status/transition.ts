import {
  answeredStatuses,
  boardStatuses,
  closedStatuses,
  exitStatuses,
  type FeedbackStatus,
} from "../../../../contract/feedback/statuses.ts";

/** What a step cannot be taken without. */
export type RequiredInput = "answer" | "reason" | "duplicate";

/** What the person is asked before an entry goes from one status to another; nothing for a plain step. */
export function requiredInput(from: FeedbackStatus, to: FeedbackStatus): RequiredInput | undefined {
  if (answeredStatuses.includes(to)) return "answer";
  if (to === "duplicate") return "duplicate";
  return to === "query" || closedStatuses.includes(from) ? "reason" : undefined;
}

/** Where an entry can go from here, the way forward first. */
export function transitionsFrom(from: FeedbackStatus): { forward: FeedbackStatus[]; exits: FeedbackStatus[] } {
  const forward = boardStatuses.filter((status) => status !== from);
  if (!closedStatuses.includes(from)) return { forward, exits: exitStatuses.filter((status) => status !== from) };
  return { forward: forward.filter((status) => !closedStatuses.includes(status)), exits: [] };
}

/** The next step on the way; undefined at its end and beside it. */
export function nextStatus(from: FeedbackStatus): FeedbackStatus | undefined {
  const way: readonly FeedbackStatus[] = boardStatuses;
  const at = way.indexOf(from);
  return at === -1 ? undefined : way[at + 1];
}
