import type { Cell, DateOrder, DecimalMark, ImportSettings } from "../../../../contract/imports/imports.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import { dayMs } from "../../../../contract/time/durations.ts";
import { orderOf, readNumericDate } from "../../../imports/date-order.ts";
import type { Preset } from "../columns/presets.ts";
import { countryText } from "./countries.ts";

interface Meanings extends Pick<ImportSettings, "dates" | "decimals"> {
  dateOrders?: ImportSettings["dateOrders"];
}

/** A cell as a person in Germany would type it into the field; empty for nothing. */
export function contentOf(cell: Cell, field: Field, name: string, meanings: Meanings, preset?: Preset): string {
  if (typeof cell === "number") return numberText(cell, field);
  const text = withoutFormulaGuard(cell).trim();
  // „Null“ is a surname, too.
  if (isNothing(text) && !(field.kind === "text" && field.required && /\w/.test(text))) return "";
  const meant = preset?.values?.[name]?.find(([beginning]) => text.toLowerCase().startsWith(beginning))?.[1];
  if (meant !== undefined) return meant;
  if (field.kind === "date") return dateText(text, meanings.dates, meanings.dateOrders?.[name]);
  if (field.kind === "text" && field.format === "country") return countryText(text);
  if (field.kind === "money" || field.kind === "integer") return decimalText(text, meanings.decimals);
  if (field.kind === "text" && field.format === "url") return urlText(text);
  return text;
}

/** Whether a cell says nothing. */
export const isNothing = (cell: Cell) => typeof cell === "string" && nothing.has(cell.trim().toLowerCase());

const nothing = new Set(["", "-", "–", "—", "n/a", "null", "#nv", "#n/a"]);

/** Exports put `'` before cells that a spreadsheet would take for a formula. */
export function withoutFormulaGuard(text: string): string {
  return /^'[=+\-@＝＋－＠\t\r]/.test(text) ? text.slice(1) : text;
}

function numberText(value: number, field: Field): string {
  if (field.kind === "date") return serialDate(value);
  const isAmount = field.kind === "money" || field.kind === "integer";
  return isAmount ? String(roundFloat(value)).replace(".", ",") : String(value);
}

/** 0.1 + 0.2 in a spreadsheet is 0,30 and not 0,30000000000000004. */
const roundFloat = (value: number) => Number(value.toFixed(6));

const firstSerialDay = Date.UTC(1899, 11, 30);

/** A date that a spreadsheet shows as a plain number: days since 1900. */
function serialDate(value: number): string {
  if (value < 1 || value > 80_000) return String(value);
  return new Date(firstSerialDay + Math.floor(value) * dayMs).toISOString().slice(0, 10);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * ISO where the form is known; a time behind the date is left away. Anything else stays as it is, to be refused: also
 * what contradicts the order of its column, for then nobody knows which of the two is wrong.
 */
function dateText(text: string, usual: DateOrder, column: DateOrder | undefined): string {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/.exec(text);
  if (iso) return isoDate(iso[1], iso[2], iso[3]);
  const date = readNumericDate(text);
  if (date) {
    if (column && orderOf(date) && orderOf(date) !== column) return text;
    const order = column ?? (date.separator === "." ? "dmy" : (orderOf(date) ?? usual));
    const [day, month] = order === "dmy" ? [date.first, date.second] : [date.second, date.first];
    return isoDate(fullYear(date.year), String(month), String(day));
  }
  const english = /^(?:[a-z]{3},?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:\s.*)?$/i.exec(text);
  const month = english ? months.indexOf((english[1] ?? "").toLowerCase()) + 1 : 0;
  return english && month > 0 ? isoDate(english[3], String(month), english[2]) : text;
}

const isoDate = (year = "", month = "", day = "") => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;

const fullYear = (year = "") => (year.length === 4 ? year : `${Number(year) > 70 ? "19" : "20"}${year}`);

/** Amounts and counts in German form: no sign for thousands, a comma before the decimals. */
function decimalText(text: string, mark: DecimalMark): string {
  const bare = text
    .replace(/(€|\$|£|eur|usd|chf|gbp|monate?|months?|tage?|days?|gb|mb|tb)/gi, "")
    .replace(/[\s\u00a0\u202f']/g, "");
  if (!/^-?[\d.,]+$/.test(bare)) return text;
  const isPoint = isPointed(bare, mark);
  const plain = isPoint ? bare.replace(/,/g, "") : bare.replace(/\./g, "").replace(",", ".");
  return plain.replace(".", ",");
}

/** Where both signs occur the later one is the decimal mark; where one is unmistakable it decides, else the setting. */
function isPointed(text: string, mark: DecimalMark): boolean {
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma >= 0 && point >= 0) return point > comma;
  if (point >= 0 && !/^-?\d{1,3}(\.\d{3})+$/.test(text)) return true;
  if (comma >= 0 && !/^-?\d{1,3}(,\d{3})+$/.test(text)) return false;
  return mark === "point";
}

/** Lists of URLs often leave `https://` out. */
function urlText(text: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+\.[^/:]+:\d+/.test(text)
    ? text
    : `https://${text.replace(/^\/\//, "")}`;
}
