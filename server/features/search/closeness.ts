import { identifier } from "../../search/document.ts";
import type { Term } from "../../search/search-terms.ts";

/** The texts that a record is found by, as runs between spaces. */
export interface SearchTexts {
  title: string;
  body: string;
  /** Names of what it belongs to, and what only some people may search by. */
  rest: string;
}

/**
 * How near the texts come to what was typed; 0 when a word is missing. A whole value counts more than the beginning of
 * the title, that more than the beginning of a word, and that more than its middle; the title more than the rest. The
 * more of the title it is, the nearer: the whole title comes first, and of two that begin alike the shorter one.
 */
export function closenessOf(texts: SearchTexts, readings: readonly Term[][]): number {
  return Math.max(...readings.map((terms) => ofReading(texts, terms)));
}

function ofReading(texts: SearchTexts, terms: readonly Term[]): number {
  const each = terms.map((needles) => Math.max(...needles.map((needle) => ofNeedle(texts, needle))));
  if (each.includes(0)) return 0;
  const average = each.reduce((sum, one) => sum + one, 0) / each.length;
  if (terms.length === 1) return average;
  // The words in their order, as the beginning or the whole of a name.
  const phrase = terms.map(([needle = ""]) => needle.replace(/^\./, "")).join(".");
  return Math.max(average, ofNeedle({ ...texts, rest: "" }, phrase));
}

/** What a title gains that is nothing but what was typed; others gain by the share of it. */
const wholeTitle = 30;

/** How long the title is in its shortest spelling. */
function minTitleLength(title: string): number {
  return Math.min(
    ...title
      .trim()
      .split(" ")
      .map(({ length }) => length),
  );
}

/** What stands before the host of a URL. */
const urlPrefixes = ["", ".https", ".https.www", ".http", ".http.www"];

function ofNeedle({ title, body, rest }: SearchTexts, needle: string): number {
  const word = needle.startsWith(".") ? needle : `.${needle}`;
  const isNamed = urlPrefixes.some((start) => body.includes(` ${identifier}${start}${word}. `));
  if (isNamed || title.includes(` ${word}. `)) return 100 + wholeTitle;
  const asWord = title.includes(`${word}.`) ? 5 : 0;
  const share = title.includes(needle) ? (wholeTitle * needle.length) / minTitleLength(title) : 0;
  if (title.includes(` ${word}`)) return 60 + asWord + Math.min(share, wholeTitle);
  if (title.includes(word)) return 40 + asWord + Math.min(share, wholeTitle);
  if (title.includes(needle)) return 25;
  if (body.includes(word)) return 18;
  if (body.includes(needle)) return 12;
  if (rest.includes(word)) return 8;
  return rest.includes(needle) ? 5 : 0;
}
