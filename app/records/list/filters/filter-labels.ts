import { type Field, isHundredths } from "../../../../contract/records/fields.ts";
import type { Filter, FilterOperator } from "../../../../contract/records/filters.ts";
import { formatNumber } from "../../../lib/format.ts";
import { formatDay, numberText } from "../../values/format-value.ts";

/** An operator as the editor offers it. */
export function operatorLabel(field: Field, is: FilterOperator): string {
  const isMany = field.kind === "tags" || field.kind === "links" || field.kind === "choices";
  switch (is) {
    case "contains":
      return "enthält";
    case "equals":
      return "ist genau";
    case "oneOf":
      return isMany ? "eine von" : "ist";
    case "allOf":
      return "alle";
    case "noneOf":
      return isMany ? "keine von" : "ist nicht";
    case "between":
      return "zwischen";
    case "missing":
      return "fehlt";
    case "present":
      return "vorhanden";
    case "true":
      return "ja";
    case "false":
      return "nein";
  }
}

/** A condition as its chip says it: „Phase ist“ and „Live“. */
export function filterText(filter: Filter, field: Field, labels: ReadonlyMap<string, string>): [string, string] {
  const { label } = field;
  if ("values" in filter) {
    const named = filter.values.map((value) => optionLabel(field, value) ?? labels.get(value) ?? "…");
    const [first = "", ...rest] = named;
    const values = named.length > 2 ? `${first} +${rest.length}` : named.join(", ");
    return [filter.is === "oneOf" && named.length > 1 ? label : `${label} ${operatorLabel(field, filter.is)}`, values];
  }
  if ("value" in filter) return [`${label} ${operatorLabel(field, filter.is)}`, `„${filter.value}“`];
  if (filter.is === "between") return [label, rangeText(field, filter.from, filter.to)];
  return [label, operatorLabel(field, filter.is)];
}

function optionLabel(field: Field, value: string): string | undefined {
  if (field.kind === "choice" || field.kind === "choices") return field.options[value] ?? value;
  return value === "me" ? "Ich" : undefined;
}

/** Ranges that the team asks for by a name; days count from today. */
const datePresets = [
  { label: "Überfällig", to: "-1d" },
  { label: "In 30 Tagen", from: "+0d", to: "+30d" },
  { label: "In 60 Tagen", from: "+0d", to: "+60d" },
  { label: "In 90 Tagen", from: "+0d", to: "+90d" },
] as const satisfies Preset[];

/** The same for days on which something happened. */
const pastPresets = [
  { label: "Letzte 7 Tage", from: "-7d" },
  { label: "Letzte 30 Tage", from: "-30d" },
  { label: "Älter als 30 Tage", to: "-31d" },
  { label: "Älter als 90 Tage", to: "-91d" },
] as const satisfies Preset[];

export type Preset = { label: string; from?: string; to?: string };

/** The ranges that make sense for a field. */
export function presetsOf(field: Field): readonly Preset[] {
  return isByDay(field) && field.isPast ? pastPresets : datePresets;
}

/** Whether its bounds are days, given as dates or counted from today. */
export const isByDay = (field: Field) => field.kind === "date" || field.kind === "instant";

function rangeText(field: Field, from: string | undefined, to: string | undefined): string {
  const preset = presetsOf(field).find((known) => known.from === from && known.to === to);
  if (isByDay(field) && preset) return preset.label.charAt(0).toLocaleLowerCase("de") + preset.label.slice(1);
  const bound = (text: string) => boundText(field, text);
  if (from && to) return `${bound(from)} – ${bound(to)}`;
  return from ? `ab ${bound(from)}` : `bis ${bound(to ?? "")}`;
}

function boundText(field: Field, text: string): string {
  const days = /^([+-])(\d+)d$/.exec(text);
  if (days) return days[2] === "0" ? "heute" : `${days[1] === "+" ? "in" : "vor"} ${days[2]} Tagen`;
  if (isByDay(field)) return formatDay(text);
  return isHundredths(field) ? numberText(field, Number(text)) : formatNumber(Number(text));
}
