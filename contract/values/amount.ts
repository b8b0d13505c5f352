import type { Reading } from "./reading.ts";

const maxCents = 100_000_000_000;

/** Reads an amount into whole cents, never negative: „1.234,50 €“, „1234.5“, „12,-“ and „1.234“ (a thousand). */
export function readMoney(text: string): Reading<number> {
  const typed = text.replace(/€|EUR|[\s'’]/gi, "").replace(/(\d)[,.][-–—]{1,2}$/, "$1");
  const decimal = toDecimal(typed);
  const cents = Math.round(Number(decimal) * 100);
  return decimal && cents <= maxCents ? { value: cents } : { problem: "Betrag ist ungültig." };
}

const german = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{0,2}))?$/;
const english = /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{0,2})$|^(\d{1,3}(?:,\d{3}){2,})$/;

/** The decimal notation of a typed number. What both languages know, such as „1.234“, is German. */
function toDecimal(typed: string): string | undefined {
  const parts = german.exec(typed) ?? english.exec(typed);
  if (!parts) return undefined;
  const [, whole = parts[3], decimals] = parts;
  return `${whole?.replace(/[.,]/g, "")}.${decimals || "0"}`;
}

const amount = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** „1.234,50“ of whole cents. */
export function formatMoney(cents: number): string {
  return amount.format(cents / 100);
}

/** Reads a whole number; thousands may be parted by dots or spaces. */
export function readWholeNumber(text: string, { min, max }: { min: number; max: number }): Reading<number> {
  const typed = text.replace(/\s/g, "");
  const plain = /^-?\d{1,3}(\.\d{3})+$/.test(typed) ? typed.replaceAll(".", "") : typed;
  const value = Number(plain);
  if (!/^-?\d+$/.test(plain) || value < min) return { problem: `Bitte eine Zahl ab ${min} angeben.` };
  return value > max ? { problem: `Bitte eine Zahl bis ${max} angeben.` } : { value };
}

const yes = ["ja", "j", "x", "true", "wahr", "1", "yes", "y", "✓"];
const no = ["nein", "n", "", "-", "–", "false", "falsch", "0", "no"];

/** Reads yes or no in the words that lists use. */
export function readFlag(text: string): Reading<boolean> {
  const typed = text.trim().toLowerCase();
  if (yes.includes(typed)) return { value: true };
  return no.includes(typed) ? { value: false } : { problem: "Bitte Ja oder Nein angeben." };
}
