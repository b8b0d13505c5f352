import type { RecordType } from "../../../contract/records/record-types.ts";

export interface SearchTables {
  searchDocuments: SearchDocumentTable;
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
