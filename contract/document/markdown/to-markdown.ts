import type { MarkdownWriter } from "../block.ts";
import { nodeSpecs } from "../blocks.ts";
import { documentFileUrl } from "../files.ts";
import type { DocumentJson, DocumentNode } from "../json.ts";
import { marks } from "../marks.ts";
import { entityOf, escapeText, writeTitle, writeUrl } from "./escape.ts";
import { fromMarkdown } from "./from-markdown.ts";
import { writeHtml, writeHtmlAround, writeHtmlInside } from "./write-html.ts";

export interface ToMarkdownOptions {
  /** Where a file lies for the reader of the export; otherwise its URL in the portal. */
  fileUrl?: (key: string) => string;
  /** Where a link leads in the export. */
  linkUrl?: (href: string) => string;
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
    fileUrl: documentFileUrl,
    linkUrl: (href) => href,
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

/** Marks from the outermost inwards. */
const order = [...marks.keys()];

/** What stands beside a stretch of text: a delimiter of Markdown, a letter, or nothing. */
interface Edges {
  before: string;
  after: string;
}

/** The content of a text block in one line of Markdown. */
function writeInline(parent: DocumentNode, writer: MarkdownWriter): string {
  const line = write(parent.content ?? [], 0, { before: "", after: "" }, writer);
  return line
    .replace(/^ +/, (run) => entityOf(" ").repeat(run.length))
    .replace(/ +$/, (run) => entityOf(" ").repeat(run.length))
    .replace(/^(\d{1,9})([.)])/, "$1\\$2")
    .replace(/^(?=[-+#>=|:]|\$\$)/, "\\")
    .replace(/#$/, "\\#");
}

function write(nodes: DocumentNode[], level: number, edges: Edges, writer: MarkdownWriter): string {
  const name = order[level];
  if (!name) return nodes.map((node) => writeLeaf(node, writer)).join("");
  const groups = groupBy(nodes, (node) => JSON.stringify(node.marks?.find(({ type }) => type === name) ?? null));
  return groups
    .map((group, index) => {
      const around = {
        before: index ? endOf(groups[index - 1]?.at(-1), "last") : edges.before,
        after: index < groups.length - 1 ? endOf(groups[index + 1]?.[0], "first") : edges.after,
      };
      const mark = group[0]?.marks?.find(({ type }) => type === name);
      return mark ? wrap(group, mark, level, around, writer) : write(group, level + 1, around, writer);
    })
    .join("");
}

function wrap(
  group: DocumentNode[],
  mark: NonNullable<DocumentNode["marks"]>[number],
  level: number,
  around: Edges,
  writer: MarkdownWriter,
): string {
  if (mark.type === "link") {
    const text = write(group, level + 1, { before: "[", after: "]" }, writer);
    const title = mark.attrs?.title ? ` ${writeTitle(String(mark.attrs.title))}` : "";
    return `[${text}](${writeUrl(writer.linkUrl(String(mark.attrs?.href)))}${title})`;
  }
  const asHtml = () => writeHtmlAround(group, mark, order.slice(0, level), writer);
  if (mark.type === "code") return codeSpan(group) ?? asHtml();
  const delimiter = marks.get(mark.type)?.delimiter;
  if (!delimiter) return asHtml();
  const text = write(group, level + 1, { before: delimiter, after: delimiter }, writer);
  const isPlain = /^[\p{L}\p{N}_]/u.test(text) && /[\p{L}\p{N}_]$/u.test(text);
  const isFree = /^[\s([{„]?$/u.test(around.before) && /^[\s)\]}.,;:!?“]?$/u.test(around.after);
  return isPlain && isFree ? delimiter + text + delimiter : asHtml();
}

/** The character at an end of a leaf; marked text ends in a delimiter. */
function endOf(node: DocumentNode | undefined, end: "first" | "last"): string {
  if (!node?.text || node.marks?.length) return "*";
  return [...node.text].at(end === "first" ? 0 : -1) ?? "";
}

/** Code between backticks; undefined if it would not come back as it is. */
function codeSpan(group: DocumentNode[]): string | undefined {
  const code = group.map(({ text }) => text ?? "").join("");
  if (group.some(({ type }) => type !== "text") || /^\s|\s$|\\\||[^\S ]/.test(code)) return undefined;
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest ? " " : "";
  return fence + gap + code + gap + fence;
}

function writeLeaf(node: DocumentNode, writer: MarkdownWriter): string {
  return nodeSpecs.get(node.type)?.markdown?.(node, writer) ?? escapeText(node.text ?? "");
}

function groupBy(nodes: DocumentNode[], key: (node: DocumentNode) => string): DocumentNode[][] {
  const groups: DocumentNode[][] = [];
  let last: string | undefined;
  for (const node of nodes) {
    if (groups.length && key(node) === last) groups.at(-1)?.push(node);
    else groups.push([node]);
    last = key(node);
  }
  return groups;
}
