import type { FieldProblems } from "../../contract/problems.ts";
import { emptyOf } from "../../contract/records/field-input.ts";
import type { RecordBody } from "../../contract/records/rows.ts";
import { rulesOf } from "../../contract/records/rules.ts";
import { isShown } from "../../contract/records/shown-when.ts";
import { Problem } from "../problem.ts";
import type { RecordStore, Values } from "./store.ts";

/** Refuses a record that breaks a rule over several of its fields, as it would be stored. */
export function refuseUnruly({ declaration }: Pick<RecordStore, "declaration">, values: Values): void {
  const fields: FieldProblems = {};
  for (const rule of rulesOf(declaration.type))
    for (const [name, problems = []] of Object.entries(rule(values)))
      fields[`body.${name}`] = [...(fields[`body.${name}`] ?? []), ...problems];
  const sentences = Object.values(fields).flat();
  if (sentences.length > 0) throw new Problem("invalid", { message: sentences.join(" "), fields });
}

/** Empties what means nothing beside the other values. What somebody writes there is left for the rules to refuse. */
export function withoutMeaningless(
  { declaration: { fields } }: Pick<RecordStore, "declaration">,
  values: Values,
  body: RecordBody,
): Values {
  const meaningless = Object.entries(fields).filter(([name, field]) => !isShown(field, values) && !(name in body));
  return { ...values, ...Object.fromEntries(meaningless.map(([name, field]) => [name, emptyOf(field)])) };
}
