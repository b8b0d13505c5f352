import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";

/** What can be imported, in the order in which it is offered. */
export const importTypes: readonly RecordType[] = [
  "customer",
  "website",
  "domain",
  "host",
  "device",
  "contact",
  "contract",
  "provider",
  "registrar",
  "registrarAccount",
  "location",
  "deviceCategory",
  "tag",
];

/** The type that an address asks for; customers where it asks for none. */
export function readImportType(search: URLSearchParams): RecordType {
  const asked = recordTypes.find((type) => type === search.get("type"));
  return asked && importTypes.includes(asked) ? asked : "customer";
}

/** „Websites“, as the sentence „Websites importieren“ begins. */
export const manyOf = (type: RecordType) => declarationOf(type).labels.many;
