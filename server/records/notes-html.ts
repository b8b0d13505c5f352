import { marked } from "marked";
import type sanitize from "sanitize-html";
import { escapeHtml } from "../../contract/document/html.ts";
import { isCostly, MeasuredTokenizer } from "../../contract/document/markdown/measured-tokenizer.ts";
import { noteTags } from "../../contract/records/note-tags.ts";
import { sanitizeHtml } from "../sanitize-html.ts";

const headings = Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, "h3"]));

/** What somebody wrote in Markdown as HTML that is safe to show: no scripts, styles, pictures or foreign frames. */
export function notesHtml(markdown: string): string {
  return sanitizeHtml(parse(markdown), {
    allowedTags: [...noteTags],
    allowedAttributes: { a: ["href"] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    transformTags: {
      ...headings,
      // The box of a task becomes a sign; a control that nobody can use would only look like one.
      input: (_tag, { checked }): sanitize.Tag => ({
        tagName: "span",
        attribs: {},
        text: checked === undefined ? "☐ " : "☑ ",
      }),
    },
  });
}

function parse(markdown: string): string {
  if (isCostly(markdown)) return plain(markdown);
  try {
    return marked.parse(withPlainNumbers(markdown), {
      async: false,
      gfm: true,
      breaks: true,
      tokenizer: new MeasuredTokenizer(),
    });
  } catch (error) {
    // Thousands of levels, one inside the other, are more than the parser can follow.
    if (!(error instanceof Error && /call stack/.test(error.message))) throw error;
    return plain(markdown);
  }
}

const plain = (text: string) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;

const numbered = /^( {0,3})(\d{1,9})([.)])(?=\s)/;
const fence = /^ {0,3}(```|~~~)/;

interface NumberedLine {
  at: number;
  number: number;
}

/**
 * The text with a backslash before the dot of numbers that count nothing: „5. Dezember“ at the head of a line is a date,
 * and as a list of its own Markdown would show it as „1. Dezember“. What counts from 1 over several lines is a list.
 */
function withPlainNumbers(markdown: string): string {
  if (!/^ {0,3}\d{1,9}[.)]\s/m.test(markdown)) return markdown;
  const lines = markdown.split("\n");
  for (const run of runsOf(numberedLines(lines))) {
    if (run.length > 1 && run[0]?.number === 1) continue;
    for (const { at } of run) lines[at] = (lines[at] ?? "").replace(numbered, "$1$2\\$3");
  }
  return lines.join("\n");
}

/** Those outside of code, which shows backslashes. */
function numberedLines(lines: readonly string[]): NumberedLine[] {
  const found: NumberedLine[] = [];
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    if (fence.test(line)) isCode = !isCode;
    const number = isCode ? undefined : numbered.exec(line)?.[2];
    if (number) found.push({ at, number: Number(number) });
  }
  return found;
}

function runsOf(found: readonly NumberedLine[]): NumberedLine[][] {
  const runs: NumberedLine[][] = [];
  for (const line of found) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.number === line.number - 1) run.push(line);
    else runs.push([line]);
  }
  return runs;
}
