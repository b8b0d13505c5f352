import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Output } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";

/** What a duplicate of a record starts with: everything but what only one may have. */
export function duplicateOf({ type, title, values }: RecordRow): Record<string, Output> {
  const { fields, naturalKeys, titleField } = declarationOf(type);
  const copied = Object.entries(values).filter(([name]) => {
    const field = fields[name];
    return !naturalKeys.includes(name) && !field?.readOnly && !field?.individual;
  });
  const titled = fields[titleField];
  const isNamed = titled?.kind === "text" && titled.format === "plain";
  return { ...Object.fromEntries(copied), ...(isNamed && { [titleField]: `${title} (Kopie)` }) };
}
