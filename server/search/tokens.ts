import type { RecordType } from "../../contract/records/record-types.ts";

/**
 * The index holds trigrams of words, and the first one and two letters of words for shorter needles. Each begins with
 * the letter of its record type, so that a list reads the entries of its own type alone.
 */
const letters: Record<RecordType, string> = {
  website: "w",
  domain: "d",
  host: "h",
  customer: "k",
  device: "g",
  contact: "p",
  contract: "v",
  contractItem: "i",
  timeEntry: "e",
  provider: "a",
  registrar: "r",
  registrarAccount: "c",
  deviceCategory: "t",
  location: "l",
  tag: "m",
  page: "s",
  feedback: "f",
  incident: "n",
};

/** Of pages, what stands in the title and in headings has tokens of its own, so that it is found first. */
export type Part = "title" | "heading";
const partLetters: Record<Part, string> = { title: "y", heading: "z" };

/** Marks what only people with the ability may search by. */
const restrictedMark = "=";

/**
 * A page of ordinary words has fewer; what has more, such as random text, is found by its first words. Every token costs
 * the transaction that writes it a few microseconds.
 */
const maxPieces = 12_000;

/** The tokens of a document's runs, for the index. */
export function tokensOf(type: RecordType, runs: string, restrictedRuns: string): string {
  const open = piecesOf(runs);
  const restricted = [...piecesOf(restrictedRuns)].filter((piece) => !open.has(piece));
  const letter = letters[type];
  return [
    ...[...open].map((piece) => letter + piece),
    ...restricted.map((piece) => restrictedMark + letter + piece),
  ].join(" ");
}

/** The further tokens of a page. */
export function partTokensOf(titleRuns: string, headingRuns: string): string {
  const marked = (runs: string, part: Part) => [...piecesOf(runs)].map((piece) => partLetters[part] + piece);
  return [...marked(titleRuns, "title"), ...marked(headingRuns, "heading")].join(" ");
}

function piecesOf(runs: string): Set<string> {
  const pieces = new Set<string>();
  for (const word of new Set(runs.match(/[^. #]+/g))) {
    const signs = Array.from(word);
    pieces.add(signs.slice(0, 1).join(""));
    if (signs.length > 1) pieces.add(signs.slice(0, 2).join(""));
    for (let end = 3; end <= signs.length; end += 1) pieces.add(signs.slice(end - 3, end).join(""));
    if (pieces.size >= maxPieces) break;
  }
  return pieces;
}

/** More only narrow down what the comparison with the text does anyway. */
const enough = 16;

/** The FTS5 expression that every document with the needle matches, and some others. With `part`, those of pages with it there. */
export function needleTokens(type: RecordType, needle: string, isRestrictedOpen: boolean, part?: Part): string {
  const letter = part ? partLetters[part] : letters[type];
  const tokens = [...needlePieces(needle)].slice(0, enough).map((piece) => {
    const open = `"${letter}${piece}"`;
    return isRestrictedOpen ? `(${open} OR "${restrictedMark}${letter}${piece}")` : open;
  });
  return tokens.join(" AND ");
}

/**
 * Pieces that lie side by side, the last one flush with the end. Those between them are nearly always where these are,
 * and each takes the index as long.
 */
function needlePieces(needle: string): Set<string> {
  const pieces = new Set<string>();
  const words = needle.split(".");
  for (const [index, word] of words.entries()) {
    const signs = Array.from(word);
    // The first word of a needle may be the end of a longer one, which has no token of its own.
    if (signs.length > 0 && signs.length < 3 && index > 0) pieces.add(word);
    for (let end = 3; end <= signs.length; end = end < signs.length ? Math.min(end + 3, signs.length) : end + 1)
      pieces.add(signs.slice(end - 3, end).join(""));
  }
  return pieces;
}
