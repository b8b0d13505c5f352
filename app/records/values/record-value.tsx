import { type Deviation, deviationOf, saysNothing } from "../../../contract/deadlines/deviations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { useRecordUi } from "../record-ui.tsx";
import { DeviationMark } from "./deviation-mark.tsx";
import { FieldValue } from "./field-value.tsx";

interface RecordValueProps {
  record: RecordRow;
  name: string;
  field: Field;
  /** A cell is one line and tells a deviation by colour and shape; a page says it in words, too. */
  variant?: "cell" | "page";
  /** How loud a deviation is: an icon beside its colour, the colour alone, or neither where another value says it. */
  mark?: "icon" | "tone" | "none";
}

/** What a record holds in a field, and what is not as it should be about it. */
export function RecordValue({ record, name, field, variant = "cell", mark = "icon" }: RecordValueProps) {
  const { type, values } = record;
  const Own = useRecordUi(type).values?.[name];
  if (Own) return <Own record={record} variant={variant} />;
  if (saysNothing(type, name, values)) return <span className="text-text-3">–</span>;
  const after = variant === "cell" && field.suffix ? values[field.suffix] : undefined;
  const value = (
    <>
      <FieldValue field={field} value={values[name]} name={name} variant={variant} />
      {after && <span className="ml-1.5 text-text-3">{String(after)}</span>}
    </>
  );
  const deviation = deviationToday(type, name, values);
  if (!deviation || mark === "none") return value;
  return (
    <DeviationMark deviation={deviation} variant={variant} hasIcon={mark === "icon"}>
      {value}
    </DeviationMark>
  );
}

/** What is not as it should be today. */
export function deviationToday(
  type: RecordRow["type"],
  name: string,
  values: RecordRow["values"],
): Deviation | undefined {
  return deviationOf(type, name, values, portalToday());
}
