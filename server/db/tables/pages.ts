import type { Generated } from "kysely";
import type { MentionKind } from "../../../contract/document/mentions.ts";
import type { pageStatuses, pageVisibilities } from "../../../contract/wiki/page-limits.ts";
import type { PageImportState } from "../../../contract/wiki/page-transfer.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface PageTables {
  pages: PageTable;
  pageRevisions: PageRevisionTable;
  pageReferences: PageReferenceTable;
  /** Who has been told that a page mentions them. */
  pageMentionsTold: PagePersonColumns;
  /** A person counts once a day. */
  pageViews: PageViewTable;
  /** When a person last looked at a page. */
  pageVisits: PageVisitTable;
  pageFavourites: PageFavouriteTable;
  pageMisses: PageMissTable;
  pageLinks: PageLinkTable;
  linkChecks: LinkCheckTable;
  gapReports: GapReportTable;
}

export interface PageTable extends RecordColumns {
  icon: string | null;
  status: keyof typeof pageStatuses;
  parentId: string | null;
  /** Where it stands among the pages with the same parent, trashed ones included: a fractional index. */
  position: string;
  /** As it was chosen for this page itself. */
  visibility: keyof typeof pageVisibilities;
  /** What the page and everything above it add up to. */
  maintainersOnly: Generated<0 | 1>;
  privateToId: string | null;
  responsibleUserId: string | null;
  reviewEveryMonths: number | null;
  reviewAt: string | null;
  /** The day of review that its owner has been told of. */
  lastReviewedAt: string | null;
  lastReviewedById: string | null;
  isTemplate: Generated<0 | 1>;
  /** The validated document. */
  contentJson: string;
  /** Grows with every save of the content; what is rendered of it is kept under it. */
  contentVersion: Generated<number>;
  /** Its words, for the search and for excerpts. */
  headingText: Generated<string>;
  contentText: Generated<string>;
  attachmentText: Generated<string>;
}

export interface PageRevisionTable {
  pageId: string;
  no: number;
  title: string;
  contentJson: string;
  authorId: string | null;
  contributorsJson: Generated<string>;
  startedAt: string;
  savedAt: string;
  summary: string | null;
  size: number;
  restoredFrom: Generated<number | null>;
  /** Nothing that is saved later goes into it any more. */
  isClosed: Generated<0 | 1>;
}

/** What a page points at: a person, a record, another page, or a file that is embedded. */
export interface PageReferenceTable {
  pageId: string;
  kind: MentionKind | "file";
  targetId: string;
}

export interface PagePersonColumns {
  pageId: string;
  userId: string;
}

export interface PageViewTable extends PagePersonColumns {
  day: string;
}

export interface PageVisitTable extends PagePersonColumns {
  seenAt: string;
}

export interface PageFavouriteTable extends PagePersonColumns {
  createdAt: string;
}

/** What was searched for and not found. */
export interface PageMissTable {
  /** Folded, so that other spellings are the same search. */
  query: string;
  /** As it was typed last. */
  words: string | null;
  times: number;
  lastAt: string;
}

/** Where a link of a page leads that is out of the portal, without its fragment. */
export interface PageLinkTable {
  pageId: string;
  url: string;
}

/** A week, by its Monday, whose gaps have been told. */
export interface GapReportTable {
  week: string;
  toldAt: string;
}

/** What was behind a link. */
export interface LinkCheckTable {
  url: string;
  /** `refused` is what the portal may not ask for, `doubtful` what has failed once. */
  state: "ok" | "refused" | "doubtful" | "broken";
  problem: string | null;
  /** In a row. */
  failures: number;
  checkedAt: string;
  dueAt: string;
  brokenSince: string | null;
}

export interface TransferTables {
  pageImports: PageImportTable;
  pageImportOutcomes: PageImportOutcomeTable;
  fileWords: FileWordsTable;
}

export interface PageImportTable {
  id: string;
  state: PageImportState;
  /** Keys and names of the files that were given. */
  filesJson: string;
  /** What is to become of them, and what became. */
  pagesJson: string;
  parentId: string | null;
  unused: number;
  leftOutJson: string;
  done: number;
  problem: string | null;
  undoJson: string | null;
  createdById: string;
  createdAt: string;
  endedAt: string | null;
}

/** What became of a page of an import that is under way; afterwards `pagesJson` says so. */
export interface PageImportOutcomeTable {
  importId: string;
  pageIndex: number;
  outcomeJson: string;
}

/** The words in a file on a page; without any when it could not be read. */
export interface FileWordsTable {
  key: string;
  words: string;
  tries: number;
  isRead: 0 | 1;
}
