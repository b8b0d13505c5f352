import type { FieldProblems } from "../../contract/problems.ts";
import { rulesOf } from "../../contract/records/rules.ts";
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
