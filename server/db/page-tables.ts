import type { Generated } from "kysely";
import type { pageStatuses, pageVisibilities } from "../../contract/page-limits.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface PageTables {
  pages: PageTable;
}

export interface PageTable extends RecordColumns {
  icon: string | null;
  status: keyof typeof pageStatuses;
  parentId: string | null;
  /** Where it stands among the pages with the same parent: a fractional index. */
  position: string;
  /** As it was chosen for this page itself. */
  visibility: keyof typeof pageVisibilities;
  /** What the page and everything above it add up to. */
  maintainersOnly: Generated<0 | 1>;
  privateToId: string | null;
  responsibleUserId: string | null;
  reviewEveryMonths: number | null;
  reviewAt: string | null;
  lastReviewedAt: string | null;
  lastReviewedById: string | null;
  isTemplate: Generated<0 | 1>;
  /** The validated document. */
  contentJson: string;
  /** Its plain text, for the search and for excerpts. */
  contentText: string;
}
