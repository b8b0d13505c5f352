import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Output } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";

/** What tells one thing from another, beside the natural keys of its type. */
const ownOnly = ["serial", "imei", "macs", "hostname", "ips", "invoiceNo"];

/** What a duplicate of a record starts with: everything but what only one may have. */
export function duplicateOf({ type, title, values }: RecordRow): Record<string, Output> {
  const { fields, naturalKeys, titleField } = declarationOf(type);
  const left = new Set([...naturalKeys, ...ownOnly]);
  const copied = Object.entries(values).filter(([name]) => !left.has(name) && !fields[name]?.readOnly);
  const isNamed = fields[titleField]?.kind === "text" && !(type === "domain");
  return { ...Object.fromEntries(copied), ...(isNamed && { [titleField]: `${title} (Kopie)` }) };
}
