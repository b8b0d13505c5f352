import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { isEmptyValue } from "../../values/empty-value.ts";
import { FieldValue } from "../../values/field-value.tsx";
import { isStatus } from "./columns.ts";

/** What a card says at its right: the state of the record, and below it the first date or figure of the list. */
export function CardAside({ record, declaration }: { record: RecordRow; declaration: Declaration }) {
  const { fields, list } = declaration;
  const state = list.columns.find((name) => {
    const field = fields[name];
    return field && (isStatus(name, field) || field.kind === "choice");
  });
  const fact = list.columns.find((name) => {
    const kind = fields[name]?.kind;
    return (kind === "date" || kind === "money" || kind === "integer") && !isEmptyValue(record.values[name]);
  });
  return (
    <td className="hidden py-[11px] text-right text-ui text-text-2 max-md:block">
      {state && <Line record={record} declaration={declaration} name={state} />}
      {fact && (
        <span className="num block text-note text-text-3">
          <Line record={record} declaration={declaration} name={fact} />
          {fields[fact]?.kind === "integer" && ` ${fields[fact]?.heading ?? fields[fact]?.label}`}
        </span>
      )}
    </td>
  );
}

interface LineProps {
  record: RecordRow;
  declaration: Declaration;
  name: string;
}

function Line({ record, declaration, name }: LineProps) {
  const field = declaration.fields[name];
  const value = record.values[name];
  if (!field || (isEmptyValue(value) && field.kind !== "machine")) return null;
  return <FieldValue name={name} field={field} value={value} />;
}
