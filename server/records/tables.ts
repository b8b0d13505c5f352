import { declarationOf } from "../../contract/records/declarations.ts";
import type { RecordType } from "../../contract/records/record-types.ts";

/** Kysely's name of a record type's table: its plural in camel case. */
export function tableOf(type: RecordType): string {
  return declarationOf(type).plural.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
