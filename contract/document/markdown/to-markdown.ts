import { documentFileAddress } from "../files.ts";
import type { DocumentJson, DocumentNode } from "../json.ts";
import { fromMarkdown } from "./from-markdown.ts";
import { writeBlock } from "./write-blocks.ts";
import { writeHtml } from "./write-html.ts";

export interface ToMarkdownOptions {
  /** Where a file lies for the reader of the export; otherwise its address in the portal. */
  fileAddress?: (key: string) => string;
  /** Where a link leads in the export. */
  linkAddress?: (href: string) => string;
  /** How the label of a mention reads now; undefined keeps the one that was written. */
  mentionLabel?: (kind: string, id: string) => string | undefined;
}

/** The addresses and names that are written; made once per document. */
export interface Writing {
  fileAddress: (key: string) => string;
  linkAddress: (href: string) => string;
  mentionLabel: (kind: string, id: string) => string | undefined;
}

const plain: Writing = { fileAddress: documentFileAddress, linkAddress: (href) => href, mentionLabel: () => undefined };

/**
 * A document as GitHub's Markdown, which `fromMarkdown` reads back to the same document. A block that Markdown has no
 * words for, such as a table with merged cells, is written as HTML.
 */
export function toMarkdown(doc: DocumentJson, options: ToMarkdownOptions = {}): string {
  const writing = { ...plain, ...options };
  const blocks = doc.content.map((node) => (readsBack(node) ? writeBlock(node, writing) : writeHtml(node, writing)));
  return `${joinBlocks(doc.content, blocks)}\n`;
}

function readsBack(node: DocumentNode): boolean {
  const { content } = fromMarkdown(writeBlock(node, plain));
  return content.length === 1 && JSON.stringify(content[0]) === JSON.stringify(node);
}

/** The kinds of lists that would run into each other. */
const listKind = (node: DocumentNode | undefined) =>
  node?.type.endsWith("List") ? node.type === "orderedList" : undefined;

/** Blocks one below the other. Two lists of a kind would become one, so an empty comment parts them. */
export function joinBlocks(nodes: DocumentNode[], written: string[]): string {
  const isAgain = (index: number) =>
    listKind(nodes[index]) !== undefined && listKind(nodes[index]) === listKind(nodes[index - 1]);
  return written.map((text, index) => (isAgain(index) ? `<!-- -->\n\n${text}` : text)).join("\n\n");
}
