import type { Field, Fields, Input, LinkRef, Output, Ref, TagRef } from "../../../contract/records/fields.ts";
import { fieldNamed, linksOf, refOf, tagsOf, textOf, textsOf } from "../../../contract/records/read-value.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { isShown } from "../../../contract/records/shown-when.ts";
import { formatMoney, readMoney, readWholeNumber } from "../../../contract/values/amount.ts";
import { countryName } from "../../../contract/values/postal-address.ts";
import type { Reading } from "../../../contract/values/reading.ts";
import { formatPhone } from "../values/format-value.ts";

/**
 * What a control holds while a person edits: text as it is typed, also for numbers and lists (one value per line);
 * references with their labels.
 */
export type FormValue = string | boolean | string[] | Ref | null | LinkRef[] | TagRef[];
export type FormValues = Record<string, FormValue>;

/** What the control of a field shows for what is stored; the empty control where nothing is. */
export function formValueOf(field: Field, stored: Output | undefined): FormValue {
  if (field.kind === "flag") return stored === true;
  if (field.kind === "relation") return pickedRef(refOf(stored));
  if (field.kind === "choices" || field.kind === "links" || field.kind === "tags")
    return Array.isArray(stored) ? stored : [];
  if (field.kind === "texts") return textsOf(stored).join("\n");
  if (stored === null || stored === undefined) return "";
  if (field.kind === "money") return formatMoney(Number(stored));
  if (field.kind === "text" && field.format === "country") return countryName(String(stored)) ?? String(stored);
  if (field.kind === "text" && field.format === "phone") return formatPhone(String(stored));
  return String(stored);
}

/** A reference as pickers choose it, so that choosing the same again is no change. */
const pickedRef = (ref: Ref | null) => (ref ? { id: ref.id, label: ref.label } : null);

/** What a control holds as the field's value; text that is no number becomes NaN, which every schema refuses. */
export function inputOf(field: Field, value: FormValue): Input {
  if (field.kind === "flag") return value === true;
  if (field.kind === "relation") return refOf(value)?.id ?? null;
  if (field.kind === "tags") return tagsOf(value).map(({ id }) => id);
  if (field.kind === "links")
    return linksOf(value)
      .filter(({ id }) => id)
      .map(({ id, role }) => ({ id, role }));
  if (field.kind === "choices") return textsOf(value);
  const text = textOf(value);
  if (field.kind === "texts")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  if (text.trim() === "") return null;
  if (field.kind === "integer") return numberOf(readWholeNumber(text, anyNumber));
  if (field.kind === "money") return numberOf(readMoney(text));
  return text;
}

/** The schema, which knows what is allowed, says what is wrong; here a text only is a number or none. */
const numberOf = (reading: Reading<number>) => ("value" in reading ? reading.value : Number.NaN);
const anyNumber = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/** What the controls of a new record show: given values, else what the declaration starts with. */
export function startValues(
  fields: Fields,
  names: readonly string[],
  given: Record<string, Output | undefined> = {},
): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const field = fieldNamed(fields, name);
      return [name, formValueOf(field, given[name] ?? initialOf(field))];
    }),
  );
}

/** What the controls of an existing record show. */
export function storedValues(fields: Fields, names: readonly string[], stored: Record<string, Output>): FormValues {
  return Object.fromEntries(names.map((name) => [name, formValueOf(fieldNamed(fields, name), stored[name])]));
}

/** What controls hold as the body of a command; those that are out of sight hold nothing. */
export function bodyOf(fields: Fields, values: FormValues, names: readonly string[]): RecordBody {
  const entered = (field: Field, name: string) => (isShown(field, values) ? values[name] : formValueOf(field, null));
  return Object.fromEntries(
    names.map((name) => {
      const field = fieldNamed(fields, name);
      return [name, inputOf(field, entered(field, name) ?? null)];
    }),
  );
}

function initialOf(field: Field): Output | undefined {
  return field.kind === "choice" || field.kind === "flag" ? field.initial : undefined;
}
