import type { ReactNode } from "react";
import { type Field, isHundredths } from "../../../../contract/records/fields.ts";
import { addDays } from "../../../../contract/time/today.ts";
import { DateInput } from "../../../lib/form/date-input.tsx";
import { portalToday } from "../../../lib/time/portal-clock.ts";
import { cx } from "../../../ui/cx.ts";
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

/** From and to, either of which may be left open: dates with the usual spans, money in Euro, plain numbers. */
export function RangeEditor({ field, from, to, onChange }: RangeEditorProps) {
  if (isByDay(field)) return <DateRange field={field} from={from} to={to} onChange={onChange} />;
  const scale = isHundredths(field) ? 100 : 1;
  const shown = (bound: string | undefined) =>
    bound === undefined ? "" : scale === 1 ? bound : String(Number(bound) / scale).replace(".", ",");
  const stored = (text: string) => {
    const number = Number(text.replace(/[\s€%.]/g, "").replace(",", "."));
    return text === "" || !Number.isFinite(number) ? undefined : String(Math.round(number * scale));
  };
  const unit = field.kind === "money" ? "€" : field.kind === "integer" ? field.unit : undefined;
  return (
    <div className="grid grid-cols-2 gap-2">
      <Bound label="von" unit={unit}>
        <TextEditor
          label={`${field.label} von`}
          inputMode="decimal"
          value={shown(from)}
          onChange={(text) => onChange({ from: stored(text), to })}
        />
      </Bound>
      <Bound label="bis" unit={unit}>
        <TextEditor
          label={`${field.label} bis`}
          inputMode="decimal"
          value={shown(to)}
          onChange={(text) => onChange({ from, to: stored(text) })}
        />
      </Bound>
    </div>
  );
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
