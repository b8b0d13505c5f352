import type { Field } from "../../../contract/records/fields.ts";
import { formatNumber } from "../../lib/format.ts";
import { countryName, formatDay, formatMoney, phoneText } from "../values/value-text.ts";

const longest = 400;

/** What history keeps of a field, as text; „–“ for nothing. References carry the label that they had at that time. */
export function storedText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  if (Array.isArray(value)) return value.map((item) => partText(field, item)).join(", ");
  if (typeof value === "boolean") return value ? "Ja" : "Nein";
  if (typeof value === "number") return numberText(field, value);
  return cut(partText(field, value));
}

function partText(field: Field, value: unknown): string {
  if (typeof value === "object" && value !== null) return labelOf(field, value as { label?: unknown; role?: unknown });
  const text = String(value);
  if (field.kind === "choice" || field.kind === "choices") return field.options[text] ?? text;
  if (field.kind === "date") return formatDay(text);
  if (field.kind === "text" && field.format === "country") return countryName(text);
  if (field.kind === "text" && field.format === "phone") return phoneText(text);
  return text;
}

function labelOf(field: Field, { label, role }: { label?: unknown; role?: unknown }): string {
  const name = typeof label === "string" && label !== "" ? label : "unbekannt";
  const isTold = field.kind === "links" && Object.keys(field.roles).length > 1 && typeof role === "string";
  return isTold ? `${name} (${field.roles[role] ?? role})` : name;
}

function numberText(field: Field, value: number): string {
  if (field.kind === "money") return formatMoney(value);
  if (field.kind === "integer" && field.unit) return `${formatNumber(value)}\u00a0${field.unit}`;
  return formatNumber(value);
}

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)} …` : text);
