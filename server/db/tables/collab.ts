export interface CollabTables {
  pageStates: PageStateTable;
  pageUpdates: PageUpdateTable;
  pageSequences: PageSequenceTable;
}

/** What Yjs knows about a page, up to an update. */
export interface PageStateTable {
  pageId: string;
  state: Uint8Array;
  /** Of the last update that `state` holds. */
  number: number;
  /** Of the last update that the page's content shows. */
  shownNumber: number;
  updatedAt: string;
}

/** What came after `state`, or is not yet shown, with who wrote it. */
export interface PageUpdateTable {
  id: string;
  pageId: string;
  /** Counts up within a page. */
  number: number;
  data: Uint8Array;
  userId: string | null;
  at: string;
}

/** What Postgres counts the updates of a page by; SQLite has one writer, who counts by the updates themselves. */
export interface PageSequenceTable {
  pageId: string;
  lastNumber: number;
}
