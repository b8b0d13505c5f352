import { foldText } from "../../contract/values/fold.ts";
import type { Term } from "./search-terms.ts";

export interface MarkedPart {
  text: string;
  isMatch: boolean;
}

/** Only so much of a text is looked at. */
const lookedAt = 200_000;

interface Folded {
  /** The text as runs: folded letters, with one dot between words and around the whole. */
  run: string;
  /** For each code unit of the run, where it stands in the text; a character may fold to several. */
  at: Int32Array;
}

const dot = ".".charCodeAt(0);

function fold(text: string): Folded {
  const run = new Run(text.length);
  run.add(dot, 0);
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index) ?? 0;
    const unit = point < usualUnits.length ? usualUnits[point] || learn(point) : several;
    if (unit > 0) run.add(unit, index);
    else if (unit === several) for (const each of foldCharacter(point)) run.add(each, index);
    index += point > 0xffff ? 2 : 1;
  }
  run.add(dot, text.length);
  return run.folded();
}

/** Grows in arrays of numbers: an array of letters and their joining take three times as long. */
class Run {
  #units: Uint16Array<ArrayBuffer>;
  #at: Int32Array<ArrayBuffer>;
  #length = 0;

  constructor(usualLength: number) {
    this.#units = new Uint16Array(usualLength + 2);
    this.#at = new Int32Array(usualLength + 2);
  }

  /** A dot that follows on a dot is left out. */
  add(unit: number, index: number): void {
    if (unit === dot && this.#units[this.#length - 1] === dot) return;
    if (this.#length === this.#units.length) {
      const [units, at] = [new Uint16Array(2 * this.#length), new Int32Array(2 * this.#length)];
      units.set(this.#units);
      at.set(this.#at);
      [this.#units, this.#at] = [units, at];
    }
    this.#units[this.#length] = unit;
    this.#at[this.#length] = index;
    this.#length += 1;
  }

  folded(): Folded {
    return { run: Buffer.from(this.#units.buffer, 0, 2 * this.#length).toString("utf16le"), at: this.#at };
  }
}

/** What each of the characters folds to that most texts consist of; 0 until one is met. */
const usualUnits = new Int32Array(0x2100);
const none = -1;
const several = -2;

function learn(point: number): number {
  const units = foldCharacter(point);
  const unit = units.length > 1 ? several : (units[0] ?? none);
  usualUnits[point] = unit;
  return unit;
}

const unitsByPoint = new Map<number, readonly number[]>();
const maxKept = 20_000;

/** The letters that a character folds to: none for a mark that belongs to the letter before it, a dot for what separates words. */
function foldCharacter(point: number): readonly number[] {
  const known = unitsByPoint.get(point);
  if (known) return known;
  const character = String.fromCodePoint(point);
  const letters = foldText(character).replace(/[^\p{L}\p{N}]+/gu, "");
  const isBetween = letters === "" && !/\p{M}/u.test(character);
  const units = isBetween ? [dot] : Array.from(letters.split(""), (letter) => letter.charCodeAt(0));
  if (unitsByPoint.size < maxKept) unitsByPoint.set(point, units);
  return units;
}

type Range = [start: number, end: number];

/** Where the needles stand in a text, in order and without overlaps. */
function findRanges(text: string, readings: readonly Term[][]): Range[] {
  const { run, at } = fold(text);
  const ranges: Range[] = [];
  for (const needle of new Set(readings.flat(2))) {
    const skipped = needle.startsWith(".") ? 1 : 0;
    const length = needle.length;
    for (
      let found = run.indexOf(needle);
      found >= 0 && ranges.length < 500;
      found = run.indexOf(needle, found + length)
    )
      ranges.push([at[found + skipped] ?? 0, endAt(at, found + length, text)]);
  }
  ranges.sort(([one], [other]) => one - other);
  const merged: Range[] = [];
  for (const [start, end] of ranges) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** A match ends where the next character begins, without the blanks and marks between. */
function endAt(at: Int32Array, index: number, text: string): number {
  const last = at[index - 1] ?? 0;
  const character = String.fromCodePoint(text.codePointAt(last) ?? 0);
  return Math.min(text.length, last + character.length);
}

/** A short text with the places marked where it holds what was searched for. */
export function markMatches(text: string, readings: readonly Term[][]): MarkedPart[] {
  return toParts(text, findRanges(text, readings), 0, text.length);
}

/** To fold a long text costs more than to find it; most of what is found stands near its beginning. */
const foldedAtOnce = 4000;

function firstMatch(text: string, readings: readonly Term[][]): number {
  for (let from = 0; from < text.length; from += foldedAtOnce) {
    const [range] = rangesWithin(text, readings, from, from + foldedAtOnce);
    if (range) return range[0];
  }
  return 0;
}

/** No needle is longer, so that none is cut through by the borders of a stretch. */
const around = 300;

/** The ranges of a stretch and of what stands just before and behind it, from a blank to a blank where there are some. */
function rangesWithin(text: string, readings: readonly Term[][], from: number, to: number): Range[] {
  const start = Math.max(0, text.lastIndexOf(" ", from - around) + 1, from - 2 * around);
  const end = Math.min(text.length, to + 2 * around);
  return findRanges(text.slice(start, end), readings).map((range): Range => [range[0] + start, range[1] + start]);
}

/** The stretch of a text around the first place that holds what was searched for; its beginning when none does. */
export function snippetOf(text: string, readings: readonly Term[][], length = 220): MarkedPart[] {
  const looked = text.slice(0, lookedAt).replace(/[^\S ]/g, " ");
  const first = firstMatch(looked, readings);
  const wanted = Math.max(0, first - Math.round(length / 4));
  const blank = wanted === 0 ? 0 : looked.indexOf(" ", wanted) + 1;
  const start = blank > 0 && blank <= first ? blank : wanted;
  const cut = start + length;
  const lastBlank = looked.lastIndexOf(" ", cut);
  const end = cut >= looked.length ? looked.length : lastBlank > start ? lastBlank : cut;
  const parts = toParts(looked, rangesWithin(looked, readings, start, end), start, end);
  if (start > 0) parts.unshift({ text: "… ", isMatch: false });
  if (end < looked.length) parts.push({ text: " …", isMatch: false });
  return parts.map((part) => ({ ...part, text: part.text.toWellFormed() }));
}

function toParts(text: string, ranges: readonly Range[], start: number, end: number): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let done = start;
  const add = (until: number, isMatch: boolean) => {
    if (until > done) parts.push({ text: text.slice(done, until), isMatch });
    done = Math.max(done, until);
  };
  for (const [from, to] of ranges) {
    if (to <= start || from >= end) continue;
    add(Math.max(from, start), false);
    add(Math.min(to, end), true);
  }
  add(end, false);
  return parts;
}
