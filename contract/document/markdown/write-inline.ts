import type { DocumentNode } from "../json.ts";
import type { MentionKind } from "../mentions.ts";
import { mentionAddressOf } from "./addresses.ts";
import { entityOf } from "./entities.ts";
import type { Writing } from "./to-markdown.ts";
import { writeHtmlAround } from "./write-html.ts";

/** Marks from the outermost inwards. */
const order = ["link", "bold", "italic", "strike", "code"] as const;
const signs: Record<string, string> = { bold: "**", italic: "_", strike: "~~" };

/** What stands beside a stretch of text: a sign of Markdown, a letter, or nothing. */
interface Edges {
  before: string;
  after: string;
}

/** The content of a text block in one line of Markdown. */
export function writeInline(parent: DocumentNode, writing: Writing): string {
  const line = write(parent.content ?? [], 0, { before: "", after: "" }, writing);
  return line
    .replace(/^ +/, (run) => entityOf(" ").repeat(run.length))
    .replace(/ +$/, (run) => entityOf(" ").repeat(run.length))
    .replace(/^(\d{1,9})([.)])/, "$1\\$2")
    .replace(/^(?=[-+#>=|:])/, "\\")
    .replace(/#$/, "\\#");
}

function write(nodes: DocumentNode[], level: number, edges: Edges, writing: Writing): string {
  const name = order[level];
  if (!name) return nodes.map((node) => writeLeaf(node, writing)).join("");
  const groups = groupBy(nodes, (node) => JSON.stringify(node.marks?.find(({ type }) => type === name) ?? null));
  return groups
    .map((group, index) => {
      const around = {
        before: index ? endOf(groups[index - 1]?.at(-1), "last") : edges.before,
        after: index < groups.length - 1 ? endOf(groups[index + 1]?.[0], "first") : edges.after,
      };
      const mark = group[0]?.marks?.find(({ type }) => type === name);
      return mark ? wrap(group, mark, level, around, writing) : write(group, level + 1, around, writing);
    })
    .join("");
}

function wrap(
  group: DocumentNode[],
  mark: NonNullable<DocumentNode["marks"]>[number],
  level: number,
  around: Edges,
  writing: Writing,
): string {
  if (mark.type === "link") {
    const text = write(group, level + 1, { before: "[", after: "]" }, writing);
    return `[${text}](${writeAddress(writing.linkAddress(String(mark.attrs?.href)))})`;
  }
  if (mark.type === "code") return codeSpan(group) ?? writeHtmlAround(group, mark, writing);
  const sign = signs[mark.type] ?? "";
  const text = write(group, level + 1, { before: sign, after: sign }, writing);
  const isPlain = /^[\p{L}\p{N}_]/u.test(text) && /[\p{L}\p{N}_]$/u.test(text);
  const isFree = /^[\s([{„]?$/u.test(around.before) && /^[\s)\]}.,;:!?“]?$/u.test(around.after);
  return isPlain && isFree ? sign + text + sign : writeHtmlAround(group, mark, writing);
}

/** The character at an end of a leaf; marked text ends in a sign. */
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

function writeLeaf(node: DocumentNode, writing: Writing): string {
  if (node.type === "hardBreak") return "<br>";
  if (node.type !== "mention") return escapeText(node.text ?? "");
  const { kind, id, label } = node.attrs as { kind: MentionKind; id: string; label: string };
  return `[@${escapeText(writing.mentionLabel(kind, id) ?? label)}](${mentionAddressOf({ kind, id })})`;
}

/** Text in which nothing is a sign of Markdown, an element, an entity or an address that would become a link. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]<~]/g, "\\$&")
    .replace(/_/g, (sign, at: number) => (isLetter(text[at - 1]) && isLetter(text[at + 1]) ? sign : `\\${sign}`))
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/!$/, "\\!")
    .replace(/:(?=\/\/)|@(?=\w)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\./gi, entityOf)
    .replace(/[^\S ]|\u00ad|\u200b|\ufeff/g, entityOf);
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** An address between the brackets of a link. */
export function writeAddress(address: string): string {
  const encoded = address.replace(/[\s<>\\]/g, (sign) => encodeURIComponent(sign)).replace(/&(?=#?\w+;)/g, "&amp;");
  return /[()]/.test(encoded) ? `<${encoded}>` : encoded.replace(/[*_~`]/g, "\\$&");
}

export function writeTitle(text: string): string {
  return `"${escapeText(text).replaceAll('"', '\\"')}"`;
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
