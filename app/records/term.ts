import { endOfTerm } from "../../contract/contracts/contract-term.ts";
import type { RecordRow } from "../../contract/records/rows.ts";
import { addDays } from "../../contract/time/today.ts";

/** A span of time that a record's edge carries; places are fractions of it. Dates are `YYYY-MM-DD`. */
export interface Term {
  from: string;
  to: string;
  now: number;
  zone?: { from: number; to: number };
  lastDate?: number;
  /** „Laufzeit 23.12.2025 bis 23.12.2026, kündbar bis 23.11.2026“ and its halves. */
  label: string;
  /** What matters of it today. */
  note: string;
  urgency: string;
}

const warningDays = 30;

/** The term of a record from the dates that people have entered; undefined where they do not make one. */
export function termOf(record: RecordRow, today: string): Term | undefined {
  if (record.type === "domain") return renewalTerm(record, today);
  if (record.type === "device") return warrantyTerm(record, today);
  if (record.type === "contract") return contractTerm(record, today);
  return undefined;
}

function renewalTerm({ values }: RecordRow, today: string): Term | undefined {
  const to = asDate(values.renewsAt);
  if (!to) return undefined;
  const months = typeof values.periodMonths === "number" ? values.periodMonths : 12;
  return cancellableTerm({ from: addMonths(to, -months), to }, asDate(values.cancelBy), "Verlängerung,", today);
}

/** From the beginning of a contract to the end of the term that runs, however often it was renewed. */
function contractTerm({ values }: RecordRow, today: string): Term | undefined {
  const from = asDate(values.startAt);
  const to = asDate(endOfTerm(values, today));
  if (!from || !to || from >= to || values.status === "draft") return undefined;
  const isRenewed = values.autoRenew === true && values.status === "active";
  return cancellableTerm({ from, to }, asDate(values.cancelBy), isRenewed ? "Verlängerung," : "Vertragsende,", today);
}

function cancellableTerm(
  { from, to }: { from: string; to: string },
  cancelBy: string | undefined,
  ending: string,
  today: string,
): Term {
  const last = cancelBy && cancelBy > from ? cancelBy : undefined;
  const span = { from, to };
  const warnFrom = addDays(last ?? to, -warningDays);
  return {
    from,
    to,
    now: placeOf(today, span),
    zone: { from: placeOf(warnFrom, span), to: placeOf(last ?? to, span) },
    ...(last && { lastDate: placeOf(last, span) }),
    label: `Laufzeit ${german(from)} bis ${german(to)}${last ? `, kündbar bis ${german(last)}` : ""}`,
    note: last && last >= today ? `kündbar bis ${german(last)},` : ending,
    urgency: inDays(last && last >= today ? last : to, today),
  };
}

function warrantyTerm({ values }: RecordRow, today: string): Term | undefined {
  const to = asDate(values.warrantyUntil);
  const months = values.warrantyMonths;
  const from = asDate(values.purchasedAt) ?? (to && typeof months === "number" ? addMonths(to, -months) : undefined);
  if (!from || !to || from >= to) return undefined;
  const span = { from, to };
  return {
    from,
    to,
    now: placeOf(today, span),
    zone: { from: placeOf(addDays(to, -warningDays), span), to: 1 },
    label: `Garantie ${german(from)} bis ${german(to)}`,
    note: today > to ? "Garantie abgelaufen," : "Garantie,",
    urgency: inDays(to, today),
  };
}

const dayMs = 24 * 60 * 60 * 1000;
const time = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** The same day of another month, or its last one. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

function placeOf(date: string, { from, to }: { from: string; to: string }): number {
  return Math.min(1, Math.max(0, (time(date) - time(from)) / (time(to) - time(from))));
}

function inDays(date: string, today: string): string {
  const days = Math.round((time(date) - time(today)) / dayMs);
  if (days === 0) return "heute";
  const counted = Math.abs(days) === 1 ? "1 Tag" : `${Math.abs(days)} Tage`;
  return days > 0 ? `noch ${counted}` : `seit ${counted.replace(/e$/, "en")}`;
}

function asDate(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

const german = (date: string) => date.split("-").reverse().join(".");
