import type { HeldDevice } from "../devices/movements.ts";
import type { FeedbackStatus } from "../feedback/statuses.ts";
import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";

/** Records of a type that somebody is responsible for: how many, and the first of them. */
export interface Responsibility {
  type: RecordType;
  total: number;
  items: Ref[];
}

/** What waits for a person; the first of each kind, the most pressing before the others. */
export interface PersonTasks {
  /** Pages whose review is due soon or overdue. */
  reviews: { total: number; overdue: number; items: (Ref & { reviewAt: string })[] };
  /** Open tasks that are given to this very person. */
  tasks: { total: number; overdue: number; items: (Ref & { dueOn: string | null })[] };
  /** Open entries. */
  feedback: { total: number; items: (Ref & { number: string; status: FeedbackStatus; dueAt: string | null })[] };
  /** Devices that are to come back by a day. */
  devices: { total: number; overdue: number; items: HeldDevice[] };
  /** Chats with unread words for this person; nobody else sees them. */
  chats: { id: string; title: string; pageId: string | null; at: Date }[] | null;
}

/** How many days before its day a review is shown. */
export const reviewLeadDays = 14;
