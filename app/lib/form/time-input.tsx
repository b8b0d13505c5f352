import { type FocusEvent, forwardRef, type KeyboardEvent } from "react";
import { TextInput, type TextInputProps } from "../../ui/form/text-input.tsx";
import { type Notation, useTyped } from "./use-typed.ts";

type TimeInputProps = Omit<TextInputProps, "type" | "value" | "defaultValue" | "onChange"> & {
  /** `HH:MM`, what was typed and is no time, or nothing. */
  value: string;
  /** Hears every change: the time as `HH:MM`, or what is typed as long as it is none. */
  onChange?: (value: string) => void;
  /** Hears a time or none at all, once the field is left and at Enter. */
  onCommit?: (time: string) => void;
};

/**
 * A field for a time of day, typed as people write it here. It is not the browser's own, which has twelve hours twice
 * where the language of the browser has.
 */
export const TimeInput = forwardRef<HTMLInputElement, TimeInputProps>(function TimeInput(
  { value, onChange, onCommit, onBlur, onKeyDown, ...rest },
  ref,
) {
  const { text, type, commit } = useTyped(value, { onChange, onCommit }, times);
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    commit();
    onBlur?.(event);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") commit();
    onKeyDown?.(event);
  };
  return (
    <TextInput
      {...rest}
      ref={ref}
      inputMode="decimal"
      autoComplete="off"
      placeholder="00:00"
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      onKeyDown={press}
    />
  );
});

/** A time as people type it: „3“, „3.30“, „0330“, „3 Uhr“; what is none comes back as it is. */
export function readTime(text: string): string {
  const typed = text.trim().replace(/\s*uhr$/i, "");
  const [, hours, minutes = "0"] = /^(\d{1,2})(?:[:.,h ]?(\d\d))?$/.exec(typed) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return text.trim() === "" ? "" : text;
  return `${hours.padStart(2, "0")}:${minutes.padStart(2, "0")}`;
}

const times: Notation = {
  shown: (value) => value,
  read: readTime,
  isWhole: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
};
