import { type ResolveAddress, readFileTitle, targetOf } from "./addresses.ts";
import type { DocumentBuilder } from "./builder.ts";
import { decodeEntities } from "./entities.ts";
import { addImage, openLink } from "./read-targets.ts";

export type Attributes = Record<string, string>;

const tagOrComment =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** Elements whose content is no text of the page. */
const unread = /^\s*<(script|style)[\s>][\s\S]*<\/\1\s*>\s*$/i;

const markOf: Record<string, string> = {
  ...{ strong: "bold", b: "bold", em: "italic", i: "italic", cite: "italic", s: "strike", del: "strike" },
  ...{ strike: "strike", code: "code", kbd: "code", samp: "code", tt: "code" },
};
const blockOf: Record<string, (attributes: Attributes) => { type: string; attrs?: Record<string, unknown> }> = {
  p: () => ({ type: "paragraph" }),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((n) => [
      `h${n}`,
      () => ({ type: "heading", attrs: { level: Math.min(4, Math.max(2, n)) } }),
    ]),
  ),
  blockquote: () => ({ type: "blockquote" }),
  ul: (attributes) => ({ type: "data-task-list" in attributes ? "taskList" : "bulletList" }),
  ol: ({ start }) => ({ type: "orderedList", attrs: { start: start === undefined ? 1 : Number(start) } }),
  li: (attributes) =>
    "data-checked" in attributes
      ? { type: "taskItem", attrs: { checked: attributes["data-checked"] === "true" } }
      : { type: "listItem" },
  pre: (attributes) => ({ type: "codeBlock", attrs: { language: attributes["data-language"] || null } }),
  table: () => ({ type: "table" }),
  tr: () => ({ type: "tableRow" }),
  td: (attributes) => ({ type: "tableCell", attrs: cellOf(attributes) }),
  th: (attributes) => ({ type: "tableHeader", attrs: cellOf(attributes) }),
  details: () => ({ type: "details" }),
  summary: () => ({ type: "detailsSummary" }),
};
/** Elements that only part the text from what stands beside it. */
const flow = new Set(
  "address article aside body center dd div dl dt figcaption figure footer header html main nav section".split(" "),
);
/** Elements that say nothing here; what lies in them is read. */
const ignored = new Set(
  "abbr caption col colgroup font ins label mark picture small source span sub sup tbody tfoot thead time u var wbr".split(
    " ",
  ),
);

function cellOf({ colspan, rowspan, align }: Attributes) {
  return { colspan: Number(colspan ?? 1), rowspan: Number(rowspan ?? 1), align: align ?? null };
}

/**
 * Reads a stretch of HTML into the document that is being written. Known elements become blocks and marks, others give
 * way to what lies in them; what only looks like a tag stays as text. Nothing of the markup itself is taken over.
 */
export function readHtml(html: string, builder: DocumentBuilder, within: number, resolve?: ResolveAddress): void {
  if (unread.test(html)) return;
  let last = 0;
  for (const match of html.matchAll(tagOrComment)) {
    const [whole, slash, name, rest] = match;
    const tag = name?.toLowerCase();
    const text = html.slice(last, match.index);
    readText(isBlock(tag) && builder.top.type !== "codeBlock" ? text.trimEnd() : text, builder);
    last = match.index + whole.length;
    if (tag === undefined) continue;
    if (slash ? closeTag(tag, builder, within) : openTag(tag, attributesOf(rest ?? ""), builder, resolve)) continue;
    readText(whole, builder);
  }
  readText(html.slice(last), builder);
}

const isBlock = (tag: string | undefined) => tag !== undefined && (Object.hasOwn(blockOf, tag) || flow.has(tag));

function readText(text: string, builder: DocumentBuilder): void {
  if (builder.top.type === "codeBlock") {
    builder.text(decodeEntities(text));
    return;
  }
  const line = text.replace(/\s+/g, " ");
  builder.text(decodeEntities(builder.isInLine ? line : line.trimStart()));
}

function attributesOf(text: string): Attributes {
  const result: Attributes = Object.create(null);
  for (const [, name = "", double, single, bare] of text.matchAll(attribute)) {
    result[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? "");
  }
  return result;
}

function openTag(tag: string, attributes: Attributes, builder: DocumentBuilder, resolve?: ResolveAddress): boolean {
  if (builder.top.type === "codeBlock") return openInCode(tag, attributes, builder);
  const mark = Object.hasOwn(markOf, tag) ? markOf[tag] : undefined;
  const block = Object.hasOwn(blockOf, tag) ? blockOf[tag] : undefined;
  if (tag === "br") builder.add({ type: "hardBreak" });
  else if (tag === "hr") builder.add({ type: "horizontalRule" });
  else if (tag === "img") readImage(attributes, builder, resolve);
  else if ("data-mention-kind" in attributes) readMention(attributes, builder);
  else if (tag === "a" && "data-file" in attributes) readFile(attributes, builder, resolve);
  else if (tag === "a") openLink(attributes.href ?? "", builder, resolve, "a");
  else if (tag === "div" && "data-callout" in attributes) {
    builder.open({ type: "callout", attrs: { kind: attributes["data-callout"] } }, tag);
  } else if (flow.has(tag)) builder.open({ type: "paragraph" }, tag);
  else if (tag === "input" && attributes.type === "checkbox") builder.turnIntoTask("checked" in attributes);
  else if (mark) builder.mark({ type: mark }, tag);
  else if (block) builder.open(block(attributes), tag);
  else return ignored.has(tag);
  return true;
}

/** Inside code nothing is a block or a mark; only lines and the language are read. */
function openInCode(tag: string, attributes: Attributes, builder: DocumentBuilder): boolean {
  const [, language] = /(?:^|\s)language-(\S+)/.exec(attributes.class ?? "") ?? [];
  if (tag === "code" && language) builder.top.attrs = { language };
  if (tag === "br") builder.text("\n");
  return isKnown(tag);
}

const isKnown = (tag: string) =>
  isBlock(tag) || Object.hasOwn(markOf, tag) || ignored.has(tag) || ["a", "br", "hr", "img", "input"].includes(tag);

function closeTag(tag: string, builder: DocumentBuilder, within: number): boolean {
  if (Object.hasOwn(markOf, tag) || tag === "a") builder.unmark(tag);
  else if (isBlock(tag)) {
    if (flow.has(tag) && builder.depth > within) builder.dropIfEmpty(tag);
    builder.close(tag, within);
  }
  return isKnown(tag);
}

function readMention(attributes: Attributes, builder: DocumentBuilder): void {
  const label = attributes["data-mention-label"] ?? "";
  builder.add({
    type: "mention",
    attrs: { kind: attributes["data-mention-kind"], id: attributes["data-mention-id"], label },
  });
}

function readImage(
  { src = "", alt = "", width, title = "" }: Attributes,
  builder: DocumentBuilder,
  resolve?: ResolveAddress,
) {
  addImage(targetOf(src, resolve), { alt, caption: title, width: width === undefined ? null : Number(width) }, builder);
}

function readFile(attributes: Attributes, builder: DocumentBuilder, resolve?: ResolveAddress): void {
  const target = targetOf(attributes.href ?? "", resolve);
  if (!("file" in target)) return;
  const meta = { ...target.file, ...readFileTitle(attributes.title) };
  builder.add({ type: "file", attrs: { ...meta, name: attributes["data-file"] ?? "" } });
}
