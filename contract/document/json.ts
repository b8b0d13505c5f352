/** A node of a document as ProseMirror writes it. */
export interface DocumentNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocumentNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
}

/** A whole document: what is stored, sent to the editor and read back from it. */
export interface DocumentJson extends DocumentNode {
  type: "doc";
  content: DocumentNode[];
}

/** The name of the shared type in a page's Y.Doc that holds its text. */
export const documentFragment = "content";

export const maxDocumentBytes = 2 * 1024 * 1024;
/** Blocks, table cells, pieces of text and mentions alike: what reading, showing and storing a document costs. */
export const maxDocumentNodes = 12_000;
/** Of all tables of a document. */
export const maxTableCells = 3000;
/** How many nodes may lie inside each other; a list takes two levels, a table three. */
export const maxDocumentDepth = 48;

/** A new document without a word: one paragraph. */
export function emptyDocument(): DocumentJson {
  return { type: "doc", content: [{ type: "paragraph" }] };
}
