import { domainToASCII } from "node:url";

/** A day out of the shapes in which registrars write times; null for anything else. */
export function readDay(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? dayOf(new Date(value * 1000)) : null;
  if (typeof value === "object" && value !== null && "scalar" in value) return readDay(value.scalar);
  if (typeof value !== "string") return null;
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(value) ?? [];
  const text = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(text)) || dayOf(new Date(text)) !== text ? null : text;
}

const dayOf = (date: Date): string | null => (Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10));

/** Yes or no as registrars write it; null for anything else. */
export function readFlag(value: unknown): boolean | null {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string") return null;
  if (/^(true|1|yes)$/i.test(text)) return true;
  return /^(false|0|no)$/i.test(text) ? false : null;
}

/** A name as the DNS has it; empty for what is none. */
export function readName(value: unknown): string {
  return typeof value === "string" ? domainToASCII(value.trim().replace(/\.$/, "")) : "";
}

/** Names of servers out of a list of texts or of objects; null where there is no list. */
export function readNames(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const names = value.map((each: unknown) => {
    const { name, hostname } = objectOf(each);
    return readName(typeof each === "string" ? each : (name ?? hostname));
  });
  return [...new Set(names.filter(Boolean))].toSorted();
}

export const objectOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value.slice(0, 200) : null;

/** An amount of money in cents, from a number or a text with a point or a comma; null for anything else. */
export function readCents(value: unknown): number | null {
  const amount = typeof value === "string" ? Number(value.replace(",", ".")) : value;
  return typeof amount === "number" && Number.isFinite(amount) && amount >= 0 && amount < 1_000_000
    ? Math.round(amount * 100)
    : null;
}
