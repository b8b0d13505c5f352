import { ChevronDown } from "lucide-react";
import { findTimeZones, offsetOf } from "../../../lib/form/time-zones.ts";
import { portalNow } from "../../../lib/time/portal-clock.ts";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Combobox } from "./combobox.tsx";

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
  const now = portalNow();
  return findTimeZones(typed).map((zone) => ({ id: zone, label: zone, note: offsetOf(zone, now) }));
}
