import type { feedbackAreas, feedbackKinds } from "../../../contract/feedback/feedback.ts";
import type { FeedbackStatus } from "../../../contract/feedback/statuses.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface FeedbackTables {
  feedback: FeedbackTable;
  feedbackVotes: FeedbackMemberTable;
  feedbackFollowers: FeedbackMemberTable;
  feedbackContexts: FeedbackContextTable;
  feedbackComments: FeedbackCommentTable;
}

export interface FeedbackTable extends RecordColumns {
  number: string;
  kind: keyof typeof feedbackKinds;
  area: keyof typeof feedbackAreas;
  status: FeedbackStatus;
  description: string | null;
  websiteId: string | null;
  customerId: string | null;
  pageId: string | null;
  priority: string | null;
  assigneeId: string | null;
  dueAt: string | null;
  effort: string | null;
  authorId: string | null;
  lastActivityAt: string | null;
  answer: string | null;
  duplicateOfId: string | null;
  releasedIn: string | null;
  reason: string | null;
  doneAt: string | null;
}

/** What the browser told of itself, where the author left it in. */
export interface FeedbackContextTable {
  feedbackId: string;
  contextJson: string;
}

export interface FeedbackMemberTable {
  feedbackId: string;
  userId: string;
  createdAt: string;
}

export interface FeedbackCommentTable {
  id: string;
  feedbackId: string;
  /** Null once the account is gone. */
  authorId: string | null;
  body: string;
  /** For those who manage feedback alone. */
  internal: 0 | 1;
  mentionsJson: string;
  createdAt: string;
  editedAt: string | null;
}
