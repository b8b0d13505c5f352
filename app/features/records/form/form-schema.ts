import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { rulesOf } from "../../../../contract/records/rules.ts";
import { schemaOf } from "../../../../contract/records/schema.ts";

/** What the server checks a record of this type by. */
export function formSchema(type: RecordType) {
  return schemaOf(declarationOf(type), { rules: rulesOf(type) });
}
