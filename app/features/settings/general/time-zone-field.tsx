import { ChevronDown } from "lucide-react";
import { Combobox } from "../../../records/form/controls/combobox.tsx";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { findTimeZones, offsetOf } from "./time-zones.ts";

interface TimeZoneFieldProps {
  value: string;
  errors: readonly string[];
  hint?: string;
  className?: string;
  onChange: (timeZone: string) => void;
}

const portalHint = "Nach ihr richten sich Uhrzeiten, Fristen, Ruhezeiten und geplante Aufgaben.";

/** A text field with the time zones that fit what is typed. */
export function TimeZoneField({ value, errors, hint = portalHint, className, onChange }: TimeZoneFieldProps) {
  return (
    <Field label="Zeitzone" hint={hint} errors={errors} className={cx("max-w-[440px]", className)}>
      <Combobox
        to={timeZones}
        rest={value}
        selected={value}
        onPick={({ id }) => onChange(id)}
        trailing={<Icon of={ChevronDown} className="pointer-events-none mr-1.5 text-text-3" />}
      />
    </Field>
  );
}

function timeZones(typed: string) {
  const now = new Date();
  return findTimeZones(typed).map((zone) => ({ id: zone, label: zone, note: offsetOf(zone, now) }));
}
