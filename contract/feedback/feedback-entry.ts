import type { z } from "zod";
import type { Ref } from "../records/fields.ts";
import type { RecordRow } from "../records/rows.ts";
import type { feedbackContext } from "./feedback-input.ts";
import type { BoardStatus, FeedbackStatus } from "./statuses.ts";

export type FeedbackContext = z.infer<typeof feedbackContext>;

export interface FeedbackComment {
  id: string;
  /** Null once the account is gone. */
  author: Ref | null;
  html: string;
  /** As it was written, for whoever may change it. */
  body: string;
  mentions: Ref[];
  internal: boolean;
  createdAt: Date;
  editedAt: Date | null;
  can: { edit: boolean; delete: boolean };
}

/** Another entry in a few words. */
export interface FeedbackHint {
  id: string;
  number: string;
  title: string;
  status: FeedbackStatus;
  votes: number;
  hasVoted: boolean;
}

/** What the page of an entry shows beside its fields. */
export interface FeedbackEntry {
  descriptionHtml: string | null;
  answerHtml: string | null;
  reasonHtml: string | null;
  context: FeedbackContext | null;
  voters: Ref[];
  followers: Ref[];
  /** Those that were closed as duplicates of this one. */
  duplicates: FeedbackHint[];
  comments: FeedbackComment[];
  can: {
    edit: boolean;
    /** Lead it through the workflow, plan it, and write what only maintainers read. */
    manage: boolean;
    /** Take one's own entry back for good. */
    withdraw: boolean;
  };
}

export interface FeedbackColumn {
  status: BoardStatus;
  total: number;
  rows: RecordRow[];
}

export interface FeedbackBoard {
  columns: FeedbackColumn[];
  exits: { status: FeedbackStatus; total: number }[];
  /** Which of the shown entries the person votes for. */
  voted: string[];
}
