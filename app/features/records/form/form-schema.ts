import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { schemaOf } from "../../../../contract/records/schema.ts";

/** What the server checks a record of this type by. */
export function formSchema(type: RecordType) {
  return schemaOf(declarationOf(type));
}
