import { id, limit, type Page, page } from "../pagination.ts";
import { recordKey } from "../records/record-key.ts";
import type { RecordKey } from "../records/record-types.ts";
import { z } from "../zod.ts";
import type { ChangeKind, RecordVerb } from "./changes.ts";

export const listChanges = recordKey.extend({
  page: page.default(1),
  limit: limit.default(25),
  where: z.strictObject({ field: z.string().min(1).max(60).optional(), actorId: id.optional() }).default({}),
});

/** A field's value before and after, as history keeps it: references with the label they had at that moment. */
export interface ChangedField {
  field: string;
  before: unknown;
  after: unknown;
}

/** What people and the portal do with the deadlines of a record. */
export const deadlineEvents = [
  "deadline.created",
  "deadline.updated",
  "deadline.completed",
  "deadline.reopened",
  "deadline.renewed",
  "deadline.assigned",
  "deadline.deleted",
] as const satisfies readonly ChangeKind[];
export type DeadlineEvent = (typeof deadlineEvents)[number];

/** One line of a record's „Verlauf“. */
export interface HistoryEntry {
  id: string;
  at: Date;
  by: { id: string; name: string; image: string | null } | null;
  /** The record itself, or one that lives on its page, such as a contact of a customer. */
  subject: RecordKey & { title: string | null };
  what:
    | RecordVerb
    | "moved"
    | "attached"
    | "detached"
    | "renamed"
    | "replaced"
    | "signed"
    | "merged"
    | "unmerged"
    | "claimed"
    | "unclaimed"
    | DeadlineEvent;
  /** Only those that the asking person may see. */
  fields: ChangedField[];
  /** How many more fields changed that the asking person may not see. */
  hiddenFields: number;
  /** The name of the file that was attached, removed, renamed, replaced or signed. */
  filename: string | null;
  /**
   * What the record was called that was merged into this one, or became its own again; who takes care of this one, or
   * does no more; what its deadline is called.
   */
  other: string | null;
  /** What a renamed file was called before. */
  formerFilename: string | null;
}

export interface History extends Page<HistoryEntry> {
  /** Everybody who has changed something here, for the filter. */
  people: { id: string; name: string }[];
}
