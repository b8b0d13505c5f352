export interface CollabTables {
  pageStates: PageStateTable;
  pageUpdates: PageUpdateTable;
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
