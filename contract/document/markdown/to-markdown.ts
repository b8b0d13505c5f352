import type { MarkdownWriter } from "../block.ts";
import { nodeSpecs } from "../blocks.ts";
import { documentFileAddress } from "../files.ts";
import type { DocumentJson, DocumentNode } from "../json.ts";
import { fromMarkdown } from "./from-markdown.ts";
import { writeHtml, writeHtmlInside } from "./write-html.ts";
import { writeInline } from "./write-inline.ts";

export interface ToMarkdownOptions {
  /** Where a file lies for the reader of the export; otherwise its address in the portal. */
  fileAddress?: (key: string) => string;
  /** Where a link leads in the export. */
  linkAddress?: (href: string) => string;
  /** How the label of a mention reads now; undefined keeps the one that was written. */
  mentionLabel?: (kind: string, id: string) => string | undefined;
}

/**
 * A document as GitHub's Markdown, which `fromMarkdown` reads back to the same document. A block that Markdown has no
 * words for, such as a table with merged cells, is written as HTML.
 */
export function toMarkdown(doc: DocumentJson, options: ToMarkdownOptions = {}): string {
  const footnotes = footnotesIn(doc);
  const writer = createWriter(options, footnotes);
  const plain = createWriter({}, footnotes);
  const blocks = doc.content.map((node) =>
    readsBack(node, plain.block(node), footnotes) ? writer.block(node) : writer.html(node),
  );
  return `${joinBlocks(doc.content, blocks)}\n`;
}

function createWriter(options: ToMarkdownOptions, footnotes: ReadonlySet<string>): MarkdownWriter {
  const writer: MarkdownWriter = {
    fileAddress: documentFileAddress,
    linkAddress: (href) => href,
    mentionLabel: () => undefined,
    footnotes,
    ...options,
    block: (node) => nodeSpecs.get(node.type)?.markdown?.(node, writer) ?? writer.html(node),
    blocks: ({ content = [] }) => joinBlocks(content, content.map(writer.block)),
    inline: (node) => writeInline(node, writer),
    html: (node) => writeHtml(node, writer),
    htmlInside: (node) => writeHtmlInside(node, writer),
  };
  return writer;
}

function footnotesIn(node: DocumentNode): ReadonlySet<string> {
  const own = node.type === "footnote" ? [String(node.attrs?.label)] : [];
  return new Set([...own, ...(node.content ?? []).flatMap((child) => [...footnotesIn(child)])]);
}

function readsBack(node: DocumentNode, written: string, footnotes: ReadonlySet<string>): boolean {
  const { content } = fromMarkdown(written, { footnotes });
  return content.length === 1 && JSON.stringify(content[0]) === JSON.stringify(node);
}

/** Blocks one below the other. Two lists of a kind would become one, so an empty comment parts them. */
function joinBlocks(nodes: DocumentNode[], written: string[]): string {
  const kindAt = (index: number) => nodeSpecs.get(nodes[index]?.type ?? "")?.runsInto;
  const isAgain = (index: number) => kindAt(index) !== undefined && kindAt(index) === kindAt(index - 1);
  return written.map((text, index) => (isAgain(index) ? `<!-- -->\n\n${text}` : text)).join("\n\n");
}
