import { decodeNamedCharacterReference } from "decode-named-character-reference";
import type { PageFacts } from "../../../contract/checks/signatures.ts";

const maxHtml = 512 * 1024;
const maxText = 100_000;
/** What stands in these is not read by visitors. */
const unread = new Set(["title", "script", "style", "noscript", "template", "svg"]);

/** Title and readable text of a page; takes linear time whatever the page holds. */
export function readPage(source: string): PageFacts {
  const html = source.slice(0, maxHtml);
  const lower = html.toLowerCase();
  const parts: string[] = [];
  let size = 0;
  let title = "";
  for (let at = 0; at < html.length && size < maxText; ) {
    const open = html.indexOf("<", at);
    const end = open < 0 ? html.length : open;
    if (end > at) {
      parts.push(html.slice(at, end));
      size += end - at;
    }
    if (open < 0) break;
    const name = nameAt(lower, open + 1);
    if (name === "title" && !title) title = decode(textUntil(html, lower, open, "title"));
    at = name === "" ? open + 1 : skip(lower, open, name);
    parts.push(name === "" ? "<" : " ");
    size += 1;
  }
  return { title, text: decode(parts.join("")), html };
}

/** What opens at a `<`, in lower case; an empty text where it opens nothing. */
function nameAt(lower: string, at: number): string {
  if (!/[a-z!/]/.test(lower[at] ?? "")) return "";
  return /^[a-z!/][a-z0-9-]{0,20}/.exec(lower.slice(at, at + 22))?.[0] ?? "";
}

function textUntil(html: string, lower: string, open: number, name: string): string {
  const start = lower.indexOf(">", open) + 1;
  const end = lower.indexOf(`</${name}`, start);
  return start > 0 ? html.slice(start, end < 0 ? start + 500 : end) : "";
}

function skip(lower: string, open: number, name: string): number {
  if (name.startsWith("!") && lower.startsWith("<!--", open)) return after(lower, "-->", open);
  if (unread.has(name)) return after(lower, ">", after(lower, `</${name}`, open) - 1);
  return after(lower, ">", open);
}

function after(lower: string, text: string, from: number): number {
  const found = lower.indexOf(text, from);
  return found < 0 ? lower.length : found + text.length;
}

function decode(text: string): string {
  return text
    .replace(
      /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,30});/gi,
      (whole, reference: string) => characterOf(reference) ?? whole,
    )
    .replace(/\s+/g, " ")
    .trim();
}

function characterOf(reference: string): string | undefined {
  if (!reference.startsWith("#")) return decodeNamedCharacterReference(reference) || undefined;
  const isHex = reference[1] === "x" || reference[1] === "X";
  const code = Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The text of a body in the encoding that its header or its own beginning names; UTF-8 otherwise. */
export function decodeBody(body: Buffer, contentType: string | undefined): string {
  const inMeta = /<meta[^>]{1,200}charset=["']?([\w-]{1,30})/i.exec(body.toString("latin1", 0, 2048))?.[1];
  const label = /charset=["']?([\w-]{1,30})/i.exec(contentType ?? "")?.[1] ?? inMeta ?? "utf-8";
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return body.toString("utf8");
  }
}
