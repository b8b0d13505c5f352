import { useState } from "react";
import { readDate } from "../../../contract/time/calendar-date.ts";
import { Field } from "../../ui/form/field.tsx";
import { DateInput } from "../form/date-input.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { ModalControls } from "./modals.ts";

/** What is asked, and with which day it begins. */
export interface DayQuestion {
  title: string;
  description: string;
  label: string;
  submitLabel: string;
  day: string;
  /** The day has to come after this one. */
  after?: string;
}

/** Asks for one day, as `YYYY-MM-DD`. */
export function PickDayDialog({ label, day: first, after, close, ...rest }: DayQuestion & ModalControls<string>) {
  const [day, setDay] = useState(first);
  const [error, setError] = useState<string>();
  const submit = () => {
    const read = readDate(day);
    if (!("value" in read) || read.value === null)
      return setError(`${label}: Bitte ein Datum angeben, z. B. 31.12.2026.`);
    if (after && String(read.value) <= after) return setError(`${label}: Bitte einen Tag nach heute wählen.`);
    close(String(read.value));
  };
  return (
    <FormDialog {...rest} onSubmit={submit}>
      <Field label={label} errors={error ? [error] : []}>
        <DateInput
          value={day}
          autoFocus
          className="max-w-[200px]"
          onChange={(next) => {
            setDay(next);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
