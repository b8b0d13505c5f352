import type { FeedbackStatus, feedbackAreas, feedbackKinds } from "../../contract/feedback.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface FeedbackTables {
  feedback: FeedbackTable;
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
}
