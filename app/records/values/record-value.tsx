import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Deviation, deviationOf, saysNothing } from "../../../contract/deadlines/deviations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { FieldValue } from "./field-value.tsx";

interface RecordValueProps {
  record: RecordRow;
  name: string;
  field: Field;
  /** A cell is one line and tells a deviation by colour and shape; a page says it in words, too. */
  variant?: "cell" | "page";
  /** How loud a deviation is: a sign beside its colour, the colour alone, or neither where another value says it. */
  mark?: "sign" | "tone" | "none";
}

/** What a record holds in a field, and what is not as it should be about it. */
export function RecordValue({ record, name, field, variant = "cell", mark = "sign" }: RecordValueProps) {
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
    <DeviationMark deviation={deviation} variant={variant} hasSign={mark === "sign"}>
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
  return deviationOf(type, name, values, portalDate(new Date()));
}

interface DeviationMarkProps {
  deviation: Deviation;
  variant?: "cell" | "page";
  hasSign?: boolean;
  children: ReactNode;
}

/** Colour, weight and shape: what is over stays told apart from what is near in shades of grey. */
export function DeviationMark({ deviation, variant = "cell", hasSign = true, children }: DeviationMarkProps) {
  const { tone, text } = deviation;
  const isPage = variant === "page";
  return (
    <span
      data-deviation={tone}
      title={isPage ? undefined : text}
      className={cx(
        "inline-flex min-w-0 max-w-full items-baseline gap-1.5",
        isPage && "flex-wrap",
        tone === "bad" ? "font-550 text-bad-text" : "text-warn-text",
      )}
    >
      <span className="inline-flex min-w-0 items-baseline gap-1">
        {tone === "warn" && hasSign && <Icon of={TriangleAlert} size={14} className="self-center" />}
        <span className="min-w-0 truncate">{children}</span>
      </span>
      {text && (isPage ? <span className="text-note">{text}</span> : <span className="sr-only">, {text}</span>)}
    </span>
  );
}
