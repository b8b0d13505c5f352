import { escapeHtml } from "../../../../contract/document/html.ts";

const notices: Record<string, string> = { info: "NOTE", tip: "NOTE", success: "NOTE", warning: "WARNING" };

/** Blocks that are open, from the outermost inwards; a toggle ends with as many signs as it has begun with. */
type Open = { kind: "notice" } | { kind: "toggle"; signs: string };

/**
 * Turns what other wikis write in Markdown of their own into GitHub's: the notices (`:::info`), toggles (`+++`), picture
 * sizes, files and mentions of Outline, and the references of BookStack. Code blocks stay as they are.
 */
export function toCommonMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const open: Open[] = [];
  const written: string[] = [];
  let fence: string | undefined;
  const put = (line: string) => written.push("> ".repeat(open.filter(({ kind }) => kind === "notice").length) + line);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    const isOpening = mark !== undefined && fence === undefined;
    if (isOpening) fence = mark;
    else if (mark && fence && mark.startsWith(fence) && line.trim() === mark) fence = undefined;
    const [, style] = /^:::(info|tip|success|warning)(?:\s|$)/.exec(line) ?? [];
    const [signs] = /^\+{3,}(?=\s*$)/.exec(line) ?? [];
    if (isOpening) put(line.replace(/^(\s*[`~]{3,})mermaidjs\b/, "$1mermaid"));
    else if (fence !== undefined || mark) put(line);
    else if (style) {
      put("");
      open.push({ kind: "notice" });
      put(`[!${notices[style]}]`);
    } else if (/^:::\s*$/.test(line) && open.at(-1)?.kind === "notice") {
      open.pop();
      put("");
    } else if (signs !== undefined) index = toggle(lines, index, signs, open, put);
    else if (line === "\\") put("");
    else put(inLine(line));
  }
  for (let last = open.pop(); last; last = open.pop()) if (last.kind === "toggle") written.push("", "</details>");
  return written.join("\n");
}

/** Begins a toggle with its first line as what stays visible, or ends the one that began with the same signs. */
function toggle(lines: string[], index: number, signs: string, open: Open[], put: (line: string) => void): number {
  const last = open.at(-1);
  if (last?.kind === "toggle" && last.signs === signs) {
    open.pop();
    for (const line of ["", "</details>", ""]) put(line);
    return index;
  }
  let at = index + 1;
  while (at < lines.length && lines[at]?.trim() === "") at++;
  open.push({ kind: "toggle", signs });
  const summary = (lines[at] ?? "").replace(/^#+\s+/, "").replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  for (const line of ["", "<details>", `<summary>${summary}</summary>`, ""]) put(line);
  return at;
}

const url = String.raw`((?:[^\s()]|\([^\s()]*\))+)`;
const titled = new RegExp(String.raw`!\[([^\]\n]*)\]\(${url}\s+"([^"\n]*)"\)`, "g");
const sized = /\s*=(\d{0,4})x\d{0,4}$/;
const layouts = /\b(?:right-50|left-50|full-width)\b/;
/** A line of its own that is nothing but a file: its name, and its size in bytes. */
const file = new RegExp(String.raw`^\[(.+?) \d+\]\(${url}\)\s*$`);
const mention = /@?\[@?([^\]\n]*)\]\(mention:\/\/[\w-]*\/(\w+)\/[^\s()]*\)/g;

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

function inLine(line: string): string {
  const [, name, href] = file.exec(line) ?? [];
  if (name !== undefined && href !== undefined && /(?:^|\/)(?:uploads|attachments|public)\//.test(href))
    return `[${name}](${href})`;
  return withReferences(line)
    .replace(mention, (_, label: string, kind: string) => (kind === "user" ? `@${label}` : label))
    .replace(titled, (whole, alt: string, src: string, title: string) => {
      const [size, width] = sized.exec(title) ?? [];
      if (size === undefined && !layouts.test(title)) return whole;
      const caption = title.replace(sized, "").replace(layouts, "").trim();
      const attributes = [
        `src="${escapeHtml(unescaped(src))}"`,
        `alt="${escapeHtml(unescaped(alt))}"`,
        ...(width ? [`width="${width}"`] : []),
        ...(caption ? [`title="${escapeHtml(unescaped(caption))}"`] : []),
      ];
      return `<img ${attributes.join(" ")}>`;
    });
}

/** References of BookStack's portable archives as URLs without brackets. */
export function withReferences(text: string): string {
  return text.replace(
    /\[\[bsexport:(\w{1,20}):([^\]\n]{1,300})\]\]/g,
    (_, kind: string, reference: string) => `bsexport:${kind}:${encodeURIComponent(reference)}`,
  );
}

/** A name as Outline writes it where file systems do not take it as it is. */
export function fromFileName(name: string): string {
  return name.replace(/%(?:2F|5C|3A|2A|3F|22|3C|3E|7C|2E|20)/gi, decodeURIComponent);
}

const emoji =
  /^(?![©®™])(\p{Extended_Pictographic}(?:\ufe0f|\u200d\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}])*|[\u{1f1e6}-\u{1f1ff}]{2})\s+(?=\S)/u;

/** An icon that stands before a title, as Outline and others write it. */
export function splitIcon(title: string): { icon?: string; title: string } {
  const [whole, icon = ""] = emoji.exec(title) ?? [];
  return whole === undefined ? { title } : { icon, title: title.slice(whole.length) };
}
