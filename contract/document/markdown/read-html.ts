import type { HtmlAttributes } from "../block.ts";
import { blocks } from "../blocks.ts";
import type { DocumentNode } from "../json.ts";
import { marks } from "../marks.ts";
import type { DocumentBuilder } from "./builder.ts";
import { decodeEntities } from "./escape.ts";
import { openLink } from "./read-targets.ts";
import type { ResolveUrl } from "./urls.ts";

const tagOrComment =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** Elements whose content is no text of the page. */
const unread = /^\s*<(script|style)[\s>][\s\S]*<\/\1\s*>\s*$/i;

const markNames = new Map([...marks].flatMap(([name, { elements }]) => elements.map((tag) => [tag, name] as const)));
const containers = Map.groupBy(
  blocks.flatMap(({ containers = {} }) => Object.entries(containers)),
  ([tag]) => tag,
);
const elements = blocks.flatMap(({ elements = {} }) => Object.entries(elements));
const elementTags = new Set(["a", ...elements.map(([tag]) => tag)]);
/** Elements that only part the text from what stands beside it. */
const flow = new Set(
  "address article aside body center dd div dl dt figcaption figure footer header html main nav section".split(" "),
);
/** Elements that say nothing here; what lies in them is read. */
const ignored = new Set(
  "abbr caption col colgroup font ins label mark picture small source span tbody tfoot thead time u var wbr".split(" "),
);

/**
 * Reads a stretch of HTML into the document that is being written. Known elements become blocks and marks, others give
 * way to what lies in them; what only looks like a tag stays as text. Nothing of the markup itself is taken over.
 */
export function readHtml(html: string, builder: DocumentBuilder, within: number, resolve?: ResolveUrl): void {
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

const isBlock = (tag: string | undefined) => tag !== undefined && (containers.has(tag) || flow.has(tag));

function readText(text: string, builder: DocumentBuilder): void {
  if (builder.top.type === "codeBlock") {
    builder.text(decodeEntities(text));
    return;
  }
  const line = text.replace(/\s+/g, " ");
  builder.text(decodeEntities(builder.isInLine ? line : line.trimStart()));
}

function attributesOf(text: string): HtmlAttributes {
  const result: HtmlAttributes = Object.create(null);
  for (const [, name = "", double, single, bare] of text.matchAll(attribute)) {
    result[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? "");
  }
  return result;
}

function openTag(tag: string, attributes: HtmlAttributes, builder: DocumentBuilder, resolve?: ResolveUrl): boolean {
  if (builder.top.type === "codeBlock") return openInCode(tag, attributes, builder);
  if (elements.some(([name, read]) => (name === tag || name === "*") && read(attributes, { builder, resolve })))
    return true;
  const mark = markNames.get(tag);
  const container = containerOf(tag, attributes);
  if (tag === "a") openLink({ url: attributes.href ?? "", title: attributes.title ?? null, tag }, builder, resolve);
  else if (container) builder.open(container, tag);
  else if (flow.has(tag)) builder.open({ type: "paragraph" }, tag);
  else if (mark) builder.mark({ type: mark }, tag);
  else return ignored.has(tag);
  return true;
}

function containerOf(tag: string, attributes: HtmlAttributes): DocumentNode | undefined {
  for (const [, open] of containers.get(tag) ?? []) {
    const node = open(attributes);
    if (node) return node;
  }
  return undefined;
}

/** Inside code nothing is a block or a mark; only lines and the language are read. */
function openInCode(tag: string, attributes: HtmlAttributes, builder: DocumentBuilder): boolean {
  const [, language] = /(?:^|\s)language-(\S+)/.exec(attributes.class ?? "") ?? [];
  if (tag === "code" && language) builder.top.attrs = { language };
  if (tag === "br") builder.text("\n");
  return isKnown(tag);
}

const isKnown = (tag: string) => isBlock(tag) || markNames.has(tag) || ignored.has(tag) || elementTags.has(tag);

function closeTag(tag: string, builder: DocumentBuilder, within: number): boolean {
  if (markNames.has(tag) || tag === "a") builder.unmark(tag);
  else if (isBlock(tag)) {
    if (flow.has(tag) && builder.depth > within) builder.dropIfEmpty(tag);
    builder.close(tag, within);
  }
  return isKnown(tag);
}
