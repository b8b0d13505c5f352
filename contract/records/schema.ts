import type { FieldProblems } from "../problems.ts";
import { z } from "../zod.ts";
import type { Declaration } from "./declaration.ts";
import { readInput } from "./field-input.ts";
import type { Field, Fields, Input } from "./fields.ts";
import { textsOf } from "./read-value.ts";
import type { BodyOf, RecordBody } from "./rows.ts";

/**
 * A rule over several fields of a record; returns German sentences by field. Fields that were left out, or are wrong by
 * themselves, are undefined.
 */
export type Rule = (values: Readonly<Record<string, Input | undefined>>) => Partial<FieldProblems>;

interface Options {
  /** Every field may be left out, as for an update; what is given obeys the same rules. */
  partial?: boolean;
  rules?: readonly Rule[];
}

/** The schema of what people may write into a record: trimmed, normalised, empty text as null, German sentences by field. */
export function schemaOf<F extends Fields>(
  declaration: Pick<Declaration<F>, "fields">,
  options: Options = {},
): z.ZodType<BodyOf<F>> {
  // What the schema makes of a field is by its kind alone, which is how the type reads it, too.
  return bodySchemaOf(declaration, options) as unknown as z.ZodType<BodyOf<F>>;
}

/** The same for procedures that serve every type alike. */
export function bodySchemaOf(
  { fields }: { fields: Fields },
  { partial = false, rules = [] }: Options = {},
): z.ZodType<RecordBody> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue;
    const schema = fieldSchema(field);
    shape[name] = partial || !mustBeGiven(field) ? schema.optional() : schema;
  }
  const object = z
    .strictObject(shape, {
      error: ({ code, keys }) => (code === "unrecognized_keys" ? unknownFields(fields, textsOf(keys)) : undefined),
    })
    .superRefine(
      (values, context) => {
        for (const rule of rules)
          for (const [name, problems = []] of Object.entries(rule(values as Record<string, Input>)))
            for (const message of problems) context.addIssue({ code: "custom", path: [name], message });
      },
      { when: ({ value }) => typeof value === "object" && value !== null },
    )
    .transform(withoutUndefined);
  return object as unknown as z.ZodType<RecordBody>;
}

/** A field that is given as undefined is left out: it keeps, or begins with, what it has. */
function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Everything that is wrong with a list stands at its field, where forms and imports look for it. */
function fieldSchema(field: Field): z.ZodType {
  return z.unknown().transform((sent, context) => {
    const reading = readInput(field, sent);
    if ("value" in reading) return reading.value;
    for (const problem of reading.problems)
      context.addIssue({ code: "custom", message: `${field.label}: ${problem}`, continue: true });
    return undefined;
  });
}

const maxName = 60;

function unknownFields(fields: Fields, names: readonly string[]): string {
  const sentences = names.map((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field ? `${field.label}: Dieses Feld füllt das Portal.` : `Unbekannt: ${name.slice(0, maxName)}.`;
  });
  return sentences.slice(0, 3).join(" ");
}

/** Whether a new record must bring the field along. */
function mustBeGiven(field: Field): boolean {
  return field.required === true && !field.auto && !("initial" in field && field.initial !== undefined);
}
