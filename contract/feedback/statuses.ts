/** The way of an entry through the team, then the three exits. */
export const feedbackStatuses = {
  new: "Neu",
  reviewed: "Geprüft",
  planned: "Geplant",
  inProgress: "In Arbeit",
  done: "Erledigt",
  rejected: "Abgelehnt",
  duplicate: "Duplikat",
  query: "Rückfrage",
} as const;
export type FeedbackStatus = keyof typeof feedbackStatuses;

/** The columns of the board, in their order. */
export const boardStatuses = ["new", "reviewed", "planned", "inProgress", "done"] as const;
export type BoardStatus = (typeof boardStatuses)[number];
export const exitStatuses = ["rejected", "duplicate", "query"] as const;

/** What has come to an end; only reopening leads on from there. */
export const closedStatuses: readonly FeedbackStatus[] = ["done", "rejected", "duplicate"];
/** The author is owed an answer with these. */
export const answeredStatuses: readonly FeedbackStatus[] = ["done", "rejected"];
/** The last status in which the author may still change the entry. */
export const authorEditsWhile: readonly FeedbackStatus[] = ["new", "reviewed"];
