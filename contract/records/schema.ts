import { id } from "../lists.ts";
import type { FieldProblems } from "../problems.ts";
import { z } from "../zod.ts";
import type { Declaration } from "./declaration.ts";
import type { Field, Fields, Input } from "./fields.ts";
import type { BodyOf } from "./rows.ts";
import { readFormat } from "./text-formats.ts";

/** A rule over several fields of a record; returns German sentences by field. */
export type Rule = (values: Readonly<Record<string, Input | undefined>>) => Partial<FieldProblems>;

interface Options {
  /** Every field may be left out, as for an update; what is given obeys the same rules. */
  partial?: boolean;
  rules?: readonly Rule[];
}

/** The schema of what people may write into a record: trimmed, normalised, empty text as null, German sentences by field. */
export function schemaOf<F extends Fields>(
  { fields }: Pick<Declaration<F>, "fields">,
  { partial = false, rules = [] }: Options = {},
): z.ZodType<BodyOf<F>> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue;
    const schema = fieldSchema(field);
    shape[name] = partial || !mustBeGiven(field) ? schema.optional() : schema;
  }
  const object = z.strictObject(shape).superRefine((values, context) => {
    for (const rule of rules)
      for (const [name, problems] of Object.entries(rule(values as Record<string, Input>)))
        for (const message of problems ?? []) context.addIssue({ code: "custom", path: [name], message });
  });
  return object as unknown as z.ZodType<BodyOf<F>>;
}

/** The schema of one field's value. */
export function fieldSchema(field: Field): z.ZodType {
  const { label } = field;
  const required = `${label}: Pflichtfeld.`;
  const isNeeded = field.required === true && !field.auto;
  const orNull = <Value extends z.ZodType>(schema: Value) =>
    isNeeded ? schema : (z.union([z.null(), schema]) as unknown as Value);
  if (field.kind === "text") return textSchema(field, isNeeded, required);
  if (field.kind === "markdown")
    return z
      .string()
      .max(field.max, `${label}: Höchstens ${field.max} Zeichen.`)
      .transform((text) => (text.trim() === "" ? null : text))
      .nullable();
  if (field.kind === "texts") return textsSchema(field);
  if (field.kind === "choice") {
    const choose = `${label}: Bitte eine Auswahl treffen.`;
    const options = Object.keys(field.options);
    return z
      .string({ error: isNeeded ? required : choose })
      .nullable()
      .transform((value) => value || null)
      .refine((value) => (value === null ? !isNeeded : true), required)
      .refine((value) => value === null || options.includes(value), choose);
  }
  if (field.kind === "choices") {
    const options = Object.keys(field.options);
    return z.array(z.string()).refine((values) => values.every((value) => options.includes(value)), {
      message: `${label}: Bitte eine Auswahl treffen.`,
    });
  }
  if (field.kind === "date")
    return orNull(
      z
        .string({ error: required })
        .regex(/^\d{4}-\d{2}-\d{2}$/, `${label}: Bitte ein Datum angeben.`)
        .refine((text) => !Number.isNaN(Date.parse(text)), `${label}: Bitte ein Datum angeben.`),
    );
  if (field.kind === "integer") {
    const from = `${label}: Bitte eine Zahl ab ${field.min} angeben.`;
    return orNull(
      z
        .number({ error: from })
        .int(from)
        .min(field.min, from)
        .max(field.max, `${label}: Bitte eine Zahl bis ${field.max} angeben.`),
    );
  }
  if (field.kind === "money") {
    const invalid = `${label}: Betrag ist ungültig.`;
    return orNull(z.number({ error: invalid }).int(invalid).min(0, invalid).max(100_000_000_000, invalid));
  }
  if (field.kind === "flag") return z.boolean({ error: `${label}: Bitte Ja oder Nein angeben.` });
  if (field.kind === "relation")
    return z
      .string({ error: isNeeded ? required : `${label}: Bitte eine Auswahl treffen.` })
      .max(64)
      .nullable()
      .transform((value) => value || null)
      .refine((value) => value !== null || !isNeeded, required);
  if (field.kind === "links") {
    const roles = Object.keys(field.roles);
    const role = z.string().refine((value) => roles.includes(value), `${label}: Bitte eine Rolle wählen.`);
    return z.array(z.strictObject({ id, role })).max(500, `${label}: Höchstens 500 Einträge.`);
  }
  return z.array(id).max(100, `${label}: Höchstens 100 Tags.`);
}

function textSchema(field: Extract<Field, { kind: "text" }>, isNeeded: boolean, required: string): z.ZodType {
  const { label, max, format } = field;
  return z
    .string({ error: isNeeded ? required : `${label}: Bitte einen Text angeben.` })
    .nullable()
    .transform((text, context) => {
      const typed = text?.trim() ?? "";
      const refuse = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (typed === "") return isNeeded ? refuse(required) : null;
      if (typed.length > max) return refuse(`${label}: Höchstens ${max} Zeichen.`);
      const reading = readFormat[format](typed);
      return "problem" in reading ? refuse(`${label}: ${reading.problem}`) : reading.value;
    });
}

function textsSchema({ label, max, format }: Extract<Field, { kind: "texts" }>): z.ZodType {
  return z
    .array(z.string())
    .max(100, `${label}: Höchstens 100 Einträge.`)
    .transform((lines, context) => {
      const values: string[] = [];
      for (const line of lines) {
        const typed = line.trim();
        if (typed === "") continue;
        const reading = typed.length > max ? { problem: `Höchstens ${max} Zeichen.` } : readFormat[format](typed);
        if ("problem" in reading)
          context.addIssue({ code: "custom", message: `${label}: ${reading.problem} („${typed}“)` });
        else if (!values.includes(reading.value)) values.push(reading.value);
      }
      return values;
    });
}

/** Whether a new record must bring the field along. */
function mustBeGiven(field: Field): boolean {
  return field.required === true && !field.auto && !("initial" in field && field.initial !== undefined);
}
