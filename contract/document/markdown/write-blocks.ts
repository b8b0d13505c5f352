import type { CalloutKind } from "../callouts.ts";
import type { DocumentNode } from "../json.ts";
import { fileTitleOf } from "./addresses.ts";
import { joinBlocks, type Writing } from "./to-markdown.ts";
import { writeHtml, writeHtmlInside } from "./write-html.ts";
import { escapeText, writeAddress, writeInline, writeTitle } from "./write-inline.ts";

const alerts: Record<CalloutKind, string> = { info: "NOTE", warning: "WARNING", danger: "CAUTION" };

/** A block as Markdown. Its lines are meant to begin where the block that holds it begins. */
export function writeBlock(node: DocumentNode, writing: Writing): string {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case "paragraph":
      return writeParagraph(node, writing);
    case "heading":
      return `${"#".repeat(Number(attrs.level))} ${writeInline(node, writing)}`;
    case "blockquote":
      return quote(writeBlocks(node, writing));
    case "callout":
      return writeCallout(node, writing);
    case "bulletList":
      return writeItems(node, writing, () => "- ");
    case "orderedList":
      return writeItems(node, writing, (index) => `${Number(attrs.start) + index}. `);
    case "taskList":
      return writeItems(node, writing, (_index, item) => (item.attrs?.checked ? "- [x] " : "- [ ] "));
    case "horizontalRule":
      return "---";
    case "codeBlock":
      return writeCode(textOf(node), String(attrs.language ?? ""));
    case "details":
      return writeDetails(node, writing);
    case "table":
      return writeTable(node, writing);
    case "image":
      return writeImage(node, writing);
    case "file":
      return writeFile(attrs, writing);
    default:
      return writeHtml(node, writing);
  }
}

function writeBlocks(parent: DocumentNode, writing: Writing): string {
  const nodes = parent.content ?? [];
  return joinBlocks(
    nodes,
    nodes.map((node) => writeBlock(node, writing)),
  );
}

/** A line of nothing but a tag would be HTML, and one with the next such line. */
function writeParagraph(node: DocumentNode, writing: Writing): string {
  const line = writeInline(node, writing);
  return line === "" || line === "<br>" ? `<p>${line}</p>` : line;
}

const textOf = (node: DocumentNode) => (node.content ?? []).map(({ text }) => text ?? "").join("");
const quote = (text: string) => text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">");
const indent = (text: string, by: string) => text.replace(/\n(?=[^\n])/g, `\n${by}`);

function writeCallout(node: DocumentNode, writing: Writing): string {
  const [first] = node.content ?? [];
  const marker = `[!${alerts[node.attrs?.kind as CalloutKind]}]`;
  const gap = first?.type === "paragraph" && first.content ? "\n" : "\n\n";
  return quote(`${marker}${gap}${writeBlocks(node, writing)}`);
}

function writeItems(
  list: DocumentNode,
  writing: Writing,
  marker: (index: number, item: DocumentNode) => string,
): string {
  const items = list.content ?? [];
  const isTight = items.every(
    ({ content = [] }) => content.length < 2 || (content.length === 2 && isNested(content[1])),
  );
  const written = items.map((item, index) => {
    const begin = marker(index, item);
    const blocks = isTight
      ? (item.content ?? []).map((node) => writeBlock(node, writing)).join("\n")
      : writeBlocks(item, writing);
    return begin + indent(blocks, " ".repeat(begin.replace(/\[.\] $/, "").length));
  });
  return written.join(isTight ? "\n" : "\n\n");
}

/** A list that may follow the words of its item without an empty line. */
const isNested = (node: DocumentNode | undefined) =>
  node?.type === "bulletList" || node?.type === "taskList" || (node?.type === "orderedList" && node.attrs?.start === 1);

function writeCode(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function writeDetails(node: DocumentNode, writing: Writing): string {
  const [summary, content] = node.content ?? [];
  if (!summary || !content) return "";
  const head = `<summary>${writeHtmlInside(summary, writing)}</summary>`;
  return `<details>\n${head}\n\n${writeBlocks(content, writing)}\n\n</details>`;
}

const rules: Record<string, string> = { null: "---", left: ":--", center: ":-:", right: "--:" };

/** A table of plain cells below one row of headers; any other does not read back and is then written as HTML. */
function writeTable(table: DocumentNode, writing: Writing): string {
  const [head, ...rows] = table.content ?? [];
  const line = (row: DocumentNode | undefined) =>
    `| ${(row?.content ?? []).map((cell) => writeCell(cell, writing)).join(" | ")} |`;
  const rule = `| ${(head?.content ?? []).map(({ attrs }) => rules[String(attrs?.align)]).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

function writeCell(cell: DocumentNode, writing: Writing): string {
  const [paragraph] = cell.content ?? [];
  return paragraph ? writeInline(paragraph, writing).replaceAll("|", "\\|") : "";
}

function writeImage(node: DocumentNode, writing: Writing): string {
  const { key, alt, caption, width } = node.attrs ?? {};
  if (width !== null) return writeHtml(node, writing);
  const title = caption ? ` ${writeTitle(String(caption))}` : "";
  return `![${escapeText(String(alt))}](${writeAddress(writing.fileAddress(String(key)))}${title})`;
}

function writeFile(attrs: Record<string, unknown>, writing: Writing): string {
  const title = fileTitleOf({ size: Number(attrs.size), mimeType: String(attrs.mimeType) });
  return `[${escapeText(String(attrs.name))}](${writeAddress(writing.fileAddress(String(attrs.key)))} "${title}")`;
}
