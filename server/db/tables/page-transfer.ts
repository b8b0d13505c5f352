import type { PageImportState } from "../../../contract/wiki/page-transfer.ts";

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
