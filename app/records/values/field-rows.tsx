import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { QuickFill } from "../form/quick-fill.tsx";
import { isEmptyValue } from "./empty-value.ts";
import { RecordValue } from "./record-value.tsx";

interface FieldRowsProps {
  record: RecordRow;
  names: readonly string[];
}

/** Some fields of a record with what they hold; those that the person may not see are left out. */
export function FieldRows({ record, names }: FieldRowsProps) {
  const { fields } = declarationOf(record.type);
  const items = names.flatMap((name) => {
    const field = fields[name];
    if (!field || !(name in record.values)) return [];
    const value = record.values[name];
    if (!isEmptyValue(value))
      return [{ key: field.label, value: <RecordValue record={record} name={name} field={field} variant="page" /> }];
    const canFill = record.can.edit && !field.readOnly;
    return [{ key: field.label, value: canFill ? <QuickFill record={record} name={name} field={field} /> : "–" }];
  });
  return <KeyValues className="[&_dt]:py-1.5" items={items} />;
}
