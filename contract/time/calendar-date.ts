import type { Reading } from "../values/reading.ts";

const problem = { problem: "Bitte ein Datum angeben, z. B. 31.12.2026." };

/** Reads a calendar date into `YYYY-MM-DD`: ISO, with or without a time, or German. Two-digit years lie in 1970 to 2069. */
export function readDate(text: string): Reading {
  const typed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.+Z-]+)?$/.exec(typed);
  if (iso) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:,?\s+[\d:]+)?$/.exec(typed);
  return german ? toDate(fullYear(german[3] ?? ""), Number(german[2]), Number(german[1])) : problem;
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) < 70 ? 2000 + Number(year) : 1900 + Number(year);
}

/** A date that the calendar has, as `YYYY-MM-DD`. */
export function toDate(year: number, month: number, day: number): Reading {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal && year >= 1900 && year <= 2200 ? { value: at.toISOString().slice(0, 10) } : problem;
}

/** „31.12.2026“ of a calendar date. */
export function formatCalendarDate(date: string): string {
  return date.split("-").reverse().join(".");
}
