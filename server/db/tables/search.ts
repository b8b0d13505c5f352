import type { RecordType } from "../../../contract/records/record-types.ts";

export interface SearchTables {
  searchDocuments: SearchDocumentTable;
  searchQueue: SearchQueueTable;
}

/** Whose new name has still to reach what is found by it. */
export interface SearchQueueTable {
  parentId: string;
  /** The last document that has it. */
  afterNumber: number;
}

/** What a record is found by; the index of its words is a virtual table beside it. */
export interface SearchDocumentTable {
  number: number;
  recordType: RecordType;
  recordId: string;
  /** The record that this one belongs to and is found through. */
  parentId: string | null;
  archived: number;
  title: string;
  body: string;
  context: string;
  /** For people who may see prices and holders only. */
  restricted: string;
}
