import { zoned } from "../../contract/time/time-zone.ts";

const locale = "de-DE";
const formatter = (options: Intl.DateTimeFormatOptions) =>
  zoned((timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone }));
const date = formatter({ day: "2-digit", month: "2-digit", year: "numeric" });
const time = formatter({ hour: "2-digit", minute: "2-digit" });
const clock = formatter({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const weekday = formatter({ weekday: "short" });
const numbers = new Map<number, Intl.NumberFormat>();

/** „20.11.2026“ by the portal's clocks. */
export function formatDate(at: Date): string {
  return date().format(at);
}

/** „14:05“ by the portal's clocks. */
export function formatTime(at: Date): string {
  return time().format(at);
}

/** „14:05:09“ by the portal's clocks. */
export function formatClock(at: Date): string {
  return clock().format(at);
}

/** „20.11.2026, 14:05“ by the portal's clocks. */
export function formatDateTime(at: Date): string {
  return `${formatDate(at)}, ${formatTime(at)}`;
}

/** „Fr., 20.11.2026, 14:05 Uhr“ by the portal's clocks. */
export function formatMoment(at: Date): string {
  return `${weekday().format(at).replace(/\.?$/, ".")}, ${formatDateTime(at)} Uhr`;
}

/** Whether two moments fall on the same day there. */
export function isSameDay(one: Date, other: Date): boolean {
  return formatDate(one) === formatDate(other);
}

/** „1.840“: a whole number, or one with exactly `digits` decimals. */
export function formatNumber(value: number, digits = 0): string {
  // Made once for each count of digits: a list formats two hundred, and making one takes as long as a hundred of those.
  let format = numbers.get(digits);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    numbers.set(digits, format);
  }
  return format.format(value);
}

/** A text that begins a sentence: its first letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase("de") + text.slice(1);
}

/** „1.840 ms“. */
export function formatMs(value: number): string {
  return withUnit(formatNumber(value), "ms");
}

/** „99,21 %“ of a share from 0 to 1; a whole percentage drops its decimals, and nothing short of 1 reads as 100 %. */
export function formatPercent(share: number, digits = 2): string {
  const step = 10 ** digits;
  const rounded = Math.round(share * 100 * step) / step;
  const percent = share < 1 && rounded >= 100 ? 100 - 1 / step : rounded;
  return withUnit(formatNumber(percent, Number.isInteger(percent) ? 0 : digits), "%");
}

/** A narrow no-break space keeps a figure and its unit together. */
function withUnit(figure: string, unit: string): string {
  return `${figure}\u202f${unit}`;
}

const numberNames = [
  "keine",
  "eine",
  "zwei",
  "drei",
  "vier",
  "fünf",
  "sechs",
  "sieben",
  "acht",
  "neun",
  "zehn",
  "elf",
  "zwölf",
];

/** A count as running text has it: „zwei“ up to twelve, then „13“; for feminine nouns. */
export function countWord(count: number): string {
  return numberNames[count] ?? formatNumber(count);
}
