import { type ImportType, importTypes } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";

/** The type that an address asks for; customers where it asks for none. */
export function readImportType(search: URLSearchParams): ImportType {
  return importTypes.find((type) => type === search.get("type")) ?? "customer";
}

/** „Websites“, as the sentence „Websites importieren“ begins. */
export const manyOf = (type: RecordType) => declarationOf(type).labels.many;
