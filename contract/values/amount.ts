import type { Reading } from "./reading.ts";

const maxCents = 100_000_000_000;

/** Reads an amount into whole cents, never negative: „1.234,50 €“, „1234.5“ and „1.234“ (a thousand) are understood. */
export function readMoney(text: string): Reading<number> {
  const problem = { problem: "Betrag ist ungültig." };
  const typed = text.replace(/€|EUR|[\s'\u202f\u00a0]/gi, "");
  const number = toDecimal(typed);
  if (number === undefined) return problem;
  const cents = Math.round(Number(number) * 100);
  return Number.isSafeInteger(cents) && cents >= 0 && cents <= maxCents ? { value: cents } : problem;
}

/** The decimal notation of a typed number: the last of two marks parts the decimals, a lone dot before three digits thousands. */
function toDecimal(typed: string): string | undefined {
  if (!/^\d[\d.,]*$/.test(typed)) return undefined;
  const comma = typed.lastIndexOf(",");
  const dot = typed.lastIndexOf(".");
  if (comma < 0 && /^\d{1,3}(\.\d{3})+$/.test(typed)) return typed.replaceAll(".", "");
  if (dot < 0 && /^\d{1,3}(,\d{3}){2,}$/.test(typed)) return typed.replaceAll(",", "");
  const decimalMark = comma > dot ? "," : ".";
  const [whole = "", decimals = "", ...more] = typed.split(decimalMark);
  const plain = whole.replace(/[.,]/g, "");
  if (more.length > 0 || !/^\d+$/.test(plain) || !/^\d{0,2}$/.test(decimals)) return undefined;
  return `${plain}.${decimals || "0"}`;
}

const amount = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** „1.234,50“ of whole cents. */
export function formatMoney(cents: number): string {
  return amount.format(cents / 100);
}

/** Reads a whole number; thousands may be parted by dots or spaces. */
export function readWholeNumber(text: string, { min, max }: { min: number; max: number }): Reading<number> {
  const typed = text.replace(/[\s\u202f\u00a0]/g, "");
  const plain = /^-?\d{1,3}(\.\d{3})+$/.test(typed) ? typed.replaceAll(".", "") : typed;
  const value = Number(plain);
  if (!/^-?\d+$/.test(plain) || value < min) return { problem: `Bitte eine Zahl ab ${min} angeben.` };
  return value > max ? { problem: `Bitte eine Zahl bis ${max} angeben.` } : { value };
}

const yes = ["ja", "j", "x", "true", "wahr", "1", "yes", "y"];
const no = ["nein", "n", "", "-", "false", "falsch", "0", "no"];

/** Reads yes or no in the words that lists use. */
export function readFlag(text: string): Reading<boolean> {
  const typed = text.trim().toLowerCase();
  if (yes.includes(typed)) return { value: true };
  return no.includes(typed) ? { value: false } : { problem: "Bitte Ja oder Nein angeben." };
}
