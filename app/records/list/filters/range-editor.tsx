import { type ReactNode, useId, useState } from "react";
import { type Field, isHundredths } from "../../../../contract/records/fields.ts";
import { addDays } from "../../../../contract/time/today.ts";
import { readMoney, readWholeNumber } from "../../../../contract/values/amount.ts";
import type { Reading } from "../../../../contract/values/reading.ts";
import { DateInput } from "../../../lib/form/date-input.tsx";
import { portalToday } from "../../../lib/time/portal-clock.ts";
import { cx } from "../../../ui/cx.ts";
import { FieldErrors } from "../../../ui/form/field.tsx";
import { isByDay, presetsOf } from "./filter-labels.ts";
import { TextEditor } from "./text-editor.tsx";

interface Range {
  from?: string;
  to?: string;
}

interface RangeEditorProps extends Range {
  field: Field;
  onChange: (range: Range) => void;
}

/** From and to, either of which may be left open: dates with the usual spans, money in Euro, shares in percent, plain numbers. */
export function RangeEditor({ field, from, to, onChange }: RangeEditorProps) {
  if (isByDay(field)) return <DateRange field={field} from={from} to={to} onChange={onChange} />;
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      <NumberBound field={field} word="von" value={from} onChange={(next) => onChange({ from: next, to })} />
      <NumberBound field={field} word="bis" value={to} onChange={(next) => onChange({ from, to: next })} />
    </div>
  );
}

interface NumberBoundProps {
  field: Field;
  word: "von" | "bis";
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** What cannot be read leaves the condition as it was, and says so. */
function NumberBound({ field, word, value, onChange }: NumberBoundProps) {
  const [problem, setProblem] = useState<string>();
  const errorsId = useId();
  const label = `${field.label} ${word}`;
  const unit = field.kind === "money" ? "€" : field.kind === "integer" ? field.unit : undefined;
  const take = (text: string) => {
    const read = text === "" ? undefined : readBound(field, text);
    const isUnread = read !== undefined && "problem" in read;
    setProblem(isUnread ? `${label}: ${read.problem}` : undefined);
    if (!isUnread) onChange(read?.value.toString());
  };
  return (
    <div>
      <Bound label={word} unit={unit}>
        <TextEditor
          label={label}
          inputMode="decimal"
          value={shownBound(field, value)}
          onChange={take}
          errorsId={problem && errorsId}
        />
      </Bound>
      <FieldErrors id={errorsId} errors={problem ? [problem] : []} label={label} />
    </div>
  );
}

/** Hundredths as they are written; a percent sign may stand behind them. */
function readBound(field: Field, text: string): Reading<number> {
  if (field.kind === "integer" && !field.hundredths) return readWholeNumber(text, field);
  const read = readMoney(text.replace(/%\s*$/, ""));
  return "problem" in read ? { problem: "Bitte eine Zahl wie 99,5 angeben." } : read;
}

function shownBound(field: Field, value: string | undefined): string {
  if (value === undefined || !isHundredths(field)) return value ?? "";
  return String(Number(value) / 100).replace(".", ",");
}

function DateRange({ field, from, to, onChange }: RangeEditorProps) {
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        {presetsOf(field).map(({ label, ...preset }) => {
          const isOn = preset.from === from && preset.to === to;
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? {} : preset)}
              className={cx(
                "h-7 rounded-6 px-[9px] font-medium transition-colors max-md:h-11",
                isOn
                  ? "bg-inverse text-on-inverse"
                  : "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-tint-6",
              )}
            >
              {label}
            </button>
          );
        })}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Bound label="von">
          <DateBound label="Von" value={from} onChange={(next) => onChange({ from: next, to })} />
        </Bound>
        <Bound label="bis">
          <DateBound label="Bis" value={to} onChange={(next) => onChange({ from, to: next })} />
        </Bound>
      </div>
    </>
  );
}

interface DateBoundProps {
  label: string;
  value: string | undefined;
  onChange: (date: string | undefined) => void;
}

function DateBound({ label, value, onChange }: DateBoundProps) {
  const days = /^([+-]\d+)d$/.exec(value ?? "");
  const date = days ? addDays(portalToday(), Number(days[1])) : (value ?? "");
  return (
    <DateInput
      aria-label={label}
      value={date}
      onCommit={(next) => onChange(next || undefined)}
      className="md:[&_input]:h-8 md:[&_input]:pl-2 md:[&_input]:text-ui"
    />
  );
}

function Bound({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="text-label text-text-3">
        {label}
        {unit && ` (${unit})`}
      </span>
      {children}
    </div>
  );
}
