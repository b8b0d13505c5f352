import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { withoutScheme } from "../../values/format-value.ts";

/** The second line of a record: where a website lies, what number a customer has. */
export function noteOf({ title, values }: RecordRow, { noteField, fields }: Declaration): string | undefined {
  const value = noteField ? values[noteField] : undefined;
  if (typeof value !== "string" || value === "") return undefined;
  const field = noteField ? fields[noteField] : undefined;
  const note = field?.kind === "text" && field.format === "url" ? withoutScheme(value) : value;
  return note === title ? undefined : note;
}
