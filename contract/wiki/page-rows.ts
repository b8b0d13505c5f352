import type { Ref } from "../records/fields.ts";
import type { RecordType } from "../records/record-types.ts";
import type { RecordRow } from "../records/rows.ts";
import type { StateTone } from "../records/state-tones.ts";
import type { PageStatus, PageVisibility, TemplateKey } from "./page-limits.ts";

/** A page in the tree, in the order in which it stands there. */
export interface PageNode {
  id: string;
  title: string;
  icon: string | null;
  status: PageStatus;
  parentId: string | null;
  /** Who may read it once everything above it is taken into account. */
  visibleTo: PageVisibility;
  hasChildren: boolean;
  /** Changed by others since this person last looked at it. */
  isUnread: boolean;
  version: number;
}

/** A page as lists of the start page, backlinks and search show it. */
export interface PageLink {
  id: string;
  title: string;
  icon: string | null;
  status: PageStatus;
  updatedAt: Date;
  updatedBy: Ref | null;
  /** Titles from the top down to the parent; only readable pages can lie above a readable one. */
  path: string[];
}

/** A page that has come to the wiki. */
export interface NewPage extends PageLink {
  createdAt: Date;
}

export interface PageCrumb {
  id: string;
  title: string;
  icon: string | null;
}

export interface TocEntry {
  /** The id of the heading within the rendered page. */
  id: string;
  text: string;
  level: number;
}

/** What a page names: people, records, other pages. Nothing but the key is told of what this person may not see. */
export interface PageReference {
  kind: RecordType | "user";
  id: string;
  /** Absent together with `href` where the target is gone or not for this person („nicht sichtbar“). */
  label: string | null;
  href: string | null;
  /** How it is doing: the word, and the colour that goes with it. */
  status: string | null;
  tone: StateTone | null;
  /** Archived, in the trash, or a person who no longer works here. */
  isArchived: boolean;
}

export interface PageReview {
  everyMonths: number | null;
  dueAt: string | null;
  isDue: boolean;
  lastAt: string | null;
  lastBy: Ref | null;
}

/** Everything that reading a page shows. */
export interface PageReading {
  row: RecordRow;
  /** Sanitised; rendered without the editor. */
  html: string;
  toc: TocEntry[];
  references: PageReference[];
  backlinks: PageLink[];
  children: PageNode[];
  breadcrumb: PageCrumb[];
  visibleTo: PageVisibility;
  review: PageReview;
  isFavourite: boolean;
  /** Of the newest revision; 0 while nothing has been written. */
  revisionNo: number;
  /** Grows with every save of the content. */
  contentVersion: number;
  isEmpty: boolean;
  /** Its links behind which there is nothing. */
  deadLinks: DeadLink[];
  can: { edit: boolean; setMaintainers: boolean; setPrivate: boolean };
  slug: string;
}

export interface PageContent {
  document: unknown;
  contentVersion: number;
}

export interface PageInTree {
  id: string;
  parentId: string | null;
  title: string;
}

export interface PageTrashInfo {
  /** Pages that point at this one or at what lies below it, from outside. */
  backlinks: number;
  /** Pages below it, at every depth. */
  children: number;
}

export interface PageTemplate {
  /** To be passed to `page.create` as `templateId`. */
  id: TemplateKey | (string & {});
  title: string;
  icon: string | null;
  description: string;
  isBuiltIn: boolean;
}

export interface PageRevision {
  no: number;
  title: string;
  /** Who saved it, then who else has written in it. */
  author: Ref | null;
  contributors: Ref[];
  startedAt: Date;
  savedAt: Date;
  summary: string | null;
  /** In characters of text, and against the revision before it. */
  size: number;
  sizeChange: number;
  /** The revision that was brought back by this one. */
  restoredFrom: number | null;
}

export interface PageRevisionReading extends PageRevision {
  html: string;
  toc: TocEntry[];
}

/** A run of words that is in both versions, or in one of them. */
export interface DiffOp {
  op: "same" | "added" | "removed";
  text: string;
}

/** A block of the older version beside its match of the newer one. */
export interface DiffBlock {
  op: "same" | "changed" | "added" | "removed";
  /** The name of the block, as „heading2“, „paragraph“, „listItem“, „codeBlock“. */
  kind: string;
  /** Whether only its form differs: its kind, its marks, its depth. */
  isFormatOnly: boolean;
  ops: DiffOp[];
}

export interface PageDiff {
  from: PageRevision;
  to: PageRevision;
  /** In the order of reading; side by side, `removed` stands left, `added` right. */
  blocks: DiffBlock[];
  wordsAdded: number;
  wordsRemoved: number;
}

/** Who wrote a block of the page as it stands. */
export interface PageAuthorship {
  /** Its position among the blocks of the document. */
  index: number;
  kind: string;
  text: string;
  author: Ref | null;
  at: Date;
  no: number;
}

export interface PageStart {
  isEmpty: boolean;
  recent: PageLink[];
  drafts: PageLink[];
  toReview: (PageLink & { dueAt: string })[];
  popular: (PageLink & { views: number })[];
  favourites: PageLink[];
  templates: PageTemplate[];
}

/** A part of a snippet; what is marked was searched for. */
export interface SnippetPart {
  text: string;
  isMatch: boolean;
}

export interface PageHit extends PageLink {
  /** Where it was found; titles come first. */
  in: "title" | "heading" | "text" | "attachment";
  titleParts: SnippetPart[];
  snippet: SnippetPart[];
}

export interface PageSearchAnswer {
  hits: PageHit[];
  /** More were found than asked for. */
  hasMore: boolean;
}

/** What the team looks for and misses. */
export interface PageGaps {
  searches: { query: string; words: string; count: number; lastAt: Date }[];
  withoutOwner: number;
  /** The first of those. */
  ownerless: (PageCrumb & { version: number })[];
  /** `first` is one of the pages that are not there any more. */
  brokenLinks: { page: PageCrumb; targets: number; first: string }[];
  deadLinks: (DeadLink & { page: PageCrumb })[];
  overdue: { total: number; pages: { page: PageCrumb; dueAt: string; owner: Ref | null }[] };
  /** Whether links out of the portal are looked after at all. */
  checksLinks: boolean;
}

/** A link out of the portal behind which there is nothing. */
export interface DeadLink {
  url: string;
  /** What the other side says, in words. */
  problem: string;
  checkedAt: Date;
  brokenSince: Date;
}
