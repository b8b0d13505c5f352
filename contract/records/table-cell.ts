import { formatCalendarDate, readDate } from "../time/calendar-date.ts";
import { portalTime } from "../time/portal-time.ts";
import { formatMoney, readFlag, readMoney, readWholeNumber } from "../values/amount.ts";
import { foldText } from "../values/fold.ts";
import { countryName } from "../values/postal-address.ts";
import type { Reading } from "../values/reading.ts";
import type { Field, Input, Output } from "./fields.ts";
import { readText } from "./text-formats.ts";

const separator = ", ";

/** A field's value as readable German text; empty for nothing. Also reads what history keeps of references. */
export function formatCell(field: Field, value: Output | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Ja" : "Nein";
  if (Array.isArray(value)) return value.map((item) => memberText(field, item)).join(separator);
  if (typeof value === "object") return value.label;
  if (field.kind === "choice") return field.options[value] ?? String(value);
  if (field.kind === "date") return formatCalendarDate(String(value));
  if (field.kind === "instant") return formatInstant(String(value));
  if (field.kind === "money") return `${formatMoney(Number(value))} €`;
  if (field.kind === "text" && field.format === "country") return countryName(String(value)) ?? String(value);
  return String(value);
}

/** „20.11.2026 14:05“ by the portal's clocks. */
function formatInstant(text: string): string {
  const { day, time } = portalTime(new Date(text));
  return `${formatCalendarDate(day)} ${time}`;
}

type Member = string | { label?: string; name?: string; role?: string };

function memberText(field: Field, item: Member): string {
  if (typeof item === "string") return field.kind === "choices" ? (field.options[item] ?? item) : item;
  const name = item.label ?? item.name ?? "";
  const role = field.kind === "links" && item.role ? field.roles[item.role] : undefined;
  return role ? `${name} (${role})` : name;
}

/**
 * Reads the text of a table cell as a field's value. References and tags stay names: who imports finds their records.
 * Choices are known by label or stored value, lists are parted by commas, semicolons or lines.
 */
export function readCell(field: Field, text: string): Reading<Input> {
  const typed = text.trim();
  if (field.kind === "flag") return readFlag(typed);
  if (field.kind === "choices" || field.kind === "texts" || field.kind === "tags" || field.kind === "links")
    return readList(field, typed);
  if (typed === "" || typed === "-" || typed === "–") return { value: null };
  if (field.kind === "choice") return readChoice(field.options, typed);
  if (field.kind === "date") return readDate(typed);
  if (field.kind === "integer") return readWholeNumber(typed, field);
  if (field.kind === "money") return readMoney(typed);
  if (field.kind === "text") return readText(field, typed);
  return { value: typed };
}

function readChoice(options: Record<string, string>, typed: string): Reading<string> {
  const wanted = foldText(typed);
  const found = Object.entries(options).find(
    ([value, label]) => foldText(value) === wanted || foldText(label) === wanted,
  );
  if (found) return { value: found[0] };
  return { problem: `„${typed}“ gibt es nicht zur Auswahl (${Object.values(options).join(separator)}).` };
}

function readList(field: Field, typed: string): Reading<Input> {
  const parts = typed
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const values: string[] = [];
  for (const part of parts) {
    const reading: Reading =
      field.kind === "choices"
        ? readChoice(field.options, part)
        : field.kind === "texts"
          ? readText(field, part)
          : { value: part };
    if ("problem" in reading) return reading;
    if (!values.includes(reading.value)) values.push(reading.value);
  }
  return { value: values };
}
