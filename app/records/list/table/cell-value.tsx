import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { isShown } from "../../../../contract/records/shown-when.ts";
import { isMissing } from "../../values/empty-value.ts";
import { FieldValue } from "../../values/field-value.tsx";
import { MissingValue } from "./missing-value.tsx";

interface CellValueProps {
  record: RecordRow;
  name: string;
  field: Field;
}

/** What a record holds in a column; who may edit it fills in place what is missing and means something here. */
export function CellValue({ record, name, field }: CellValueProps) {
  const value = record.values[name];
  if (!isShown(field, record.values)) return <span className="text-text-3">–</span>;
  if (isMissing(field, value)) return <MissingValue record={record} name={name} field={field} />;
  return <FieldValue name={name} field={field} value={value} />;
}
