import { type Field, isHundredths } from "../../../contract/records/fields.ts";
import { addMonths } from "../../../contract/time/today.ts";
import { formatDateTime, formatNumber } from "../../lib/format.ts";

const euro = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
const regions = new Intl.DisplayNames("de-DE", { type: "region", fallback: "code" });

/** „1.250,00 €“ of whole cents. */
export function formatMoney(cents: number): string {
  return euro.format(cents / 100);
}

/** „20.11.2026“ of a calendar date; what is none stays as it is. */
export function formatDay(date: string): string {
  const [year, month, day] = date.split("-");
  return day ? `${day}.${month}.${year}` : date;
}

/** „20.11.“ of a calendar date that is clear without its year on a day, „20.11.28“ of others. */
export function formatShortDay(date: string, today: string): string {
  const [year = "", month, day] = date.split("-");
  const isNear = year === today.slice(0, 4) || (date > today && date < addMonths(today, 6));
  return isNear ? `${day}.${month}.` : `${day}.${month}.${year.slice(2)}`;
}

/** An address as people say it: „weingut-amsel.example/shop“. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** „Österreich“ of a country code. */
export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** Country codes of one and of two digits; all others have three. */
const shortCodes = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
/** German area codes: of big cities and mobile networks, of three digits, of five in the east, else of four. */
const germanAreas =
  /^(30|40|69|89|1[5-7]\d|[2-9]\d1|20[2389]|21[24]|228|234|3[35]5|340|345|3[6-9]5|800|906|3[3-9]\d0\d|[2-9]\d{3})/;

/** „+49 40 5551112“ of a number in E.164; what is none stays as it is. German area codes are set off, others in threes. */
export function formatPhone(number: string): string {
  const [, digits] = /^\+(\d{6,15})$/.exec(number) ?? [];
  if (!digits) return number;
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3);
  const rest = digits.slice(code.length);
  const area = code === "49" ? germanAreas.exec(rest)?.[0] : undefined;
  const groups = area && area.length < rest.length ? [area, rest.slice(area.length)] : inThrees(rest);
  return [`+${code}`, ...groups].join(" ");
}

/** Groups of three; the first has two digits or the last one four where it does not come out even. */
function inThrees(digits: string): string[] {
  const first = digits.length % 3 === 2 ? 2 : 0;
  const groups = digits.slice(first).match(/\d{3}(\d$)?/g) ?? [];
  return [digits.slice(0, first), ...groups].filter(Boolean);
}

const maxLength = 400;

/** A value of a field as text; „–“ for nothing. Also reads what history keeps, where references carry the label of that time. */
export function formatValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  if (Array.isArray(value)) return value.map((item) => partText(field, item)).join(", ");
  if (typeof value === "boolean") return value ? "Ja" : "Nein";
  if (typeof value === "number") return numberText(field, value);
  return cut(partText(field, value));
}

function partText(field: Field, value: unknown): string {
  if (typeof value === "object" && value !== null) return labelOf(field, value);
  const text = String(value);
  if (field.kind === "choice" || field.kind === "choices") return field.options[text] ?? text;
  if (field.kind === "date") return formatDay(text);
  if (field.kind === "instant") return formatDateTime(new Date(text));
  if (field.kind === "text" && field.format === "country") return countryName(text);
  if (field.kind === "text" && field.format === "phone") return formatPhone(text);
  return text;
}

function labelOf(field: Field, { label, role }: { label?: unknown; role?: unknown }): string {
  const name = typeof label === "string" && label !== "" ? label : "unbekannt";
  const isTold = field.kind === "links" && Object.keys(field.roles).length > 1 && typeof role === "string";
  return isTold ? `${name} (${field.roles[role] ?? role})` : name;
}

/** A number with its unit, as a page shows it. */
export function numberText(field: Field, value: number): string {
  if (field.kind === "money") return formatMoney(value);
  const text = isHundredths(field) ? formatNumber(value / 100, value % 100 === 0 ? 0 : 2) : formatNumber(value);
  return field.kind === "integer" && field.unit ? `${text}\u00a0${field.unit}` : text;
}

const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)} …` : text);
