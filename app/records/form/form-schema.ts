import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { rulesOf } from "../../../contract/records/rules.ts";
import { schemaOf } from "../../../contract/records/schema.ts";

/** What the server checks a record of this type by. */
export function formSchema(type: RecordType) {
  return schemaOf(declarationOf(type), { rules: rulesOf(type) });
}

/** What is wrong with one field beside what else the record holds. */
export function problemsOf(type: RecordType, body: RecordBody, name: string): string[] {
  const issues = formSchema(type).safeParse(body).error?.issues ?? [];
  return issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
}
