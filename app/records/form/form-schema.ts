import type { ZodType } from "zod";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { rulesOf } from "../../../contract/records/rules.ts";
import { schemaOf } from "../../../contract/records/schema.ts";

const schemas = new Map<RecordType, ZodType>();

/** What the server checks a record of this type by. */
export function formSchema(type: RecordType): ZodType {
  const schema = schemas.get(type) ?? schemaOf(declarationOf(type), { rules: rulesOf(type) });
  schemas.set(type, schema);
  return schema;
}
