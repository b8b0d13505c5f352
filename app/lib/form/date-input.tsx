import { CalendarDays } from "lucide-react";
import { type FocusEvent, forwardRef, type KeyboardEvent } from "react";
import { formatCalendarDate, readDate } from "../../../contract/time/calendar-date.ts";
import { TextInput, type TextInputProps } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";
import { OverlayTrigger, useLazyOverlay } from "../../ui/overlays/overlay-trigger.tsx";
import { portalToday } from "../time/portal-clock.ts";
import { type Notation, useTyped } from "./use-typed.ts";

const calendarSheet = prefetchedModule(() => import("./calendar-sheet.tsx"));

export type DateInputProps = Omit<
  TextInputProps,
  "type" | "value" | "defaultValue" | "onChange" | "trailing" | "icon" | "min" | "max"
> & {
  /** `YYYY-MM-DD`, what was typed and is no date, or nothing. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Hears every change: the date as `YYYY-MM-DD`, or what is typed as long as it is none. */
  onChange?: (value: string) => void;
  /** Hears a date or none at all, once the field is left, at Enter, and when a day is picked. */
  onCommit?: (date: string) => void;
};

/**
 * A field for a calendar date: typed as people write it here, or picked from a calendar. It is not the browser's own,
 * which follows the language of the browser rather than that of the portal.
 */
export const DateInput = forwardRef<HTMLInputElement, DateInputProps>(function DateInput(
  { value, min, max, onChange, onCommit, onBlur, onKeyDown, disabled, ...rest },
  ref,
) {
  const overlay = useLazyOverlay(calendarSheet, {});
  const { text, type, commit } = useTyped(value, { onChange, onCommit }, dates);
  const { module, id, isOpen, setOpen } = overlay;
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    commit();
    onBlur?.(event);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      setOpen(true);
    }
    if (event.key === "Enter") commit();
    onKeyDown?.(event);
  };
  const pick = (date: string) => {
    type(date);
    onCommit?.(date);
  };
  return (
    <>
      <TextInput
        {...rest}
        ref={ref}
        disabled={disabled}
        inputMode="decimal"
        autoComplete="off"
        placeholder="TT.MM.JJJJ"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
        trailing={
          <OverlayTrigger of={overlay}>
            <button
              type="button"
              disabled={disabled}
              aria-label={isoOf(value) ? `Datum ändern, ${formatCalendarDate(value)}` : "Datum auswählen"}
              className="grid h-7 w-7 place-items-center rounded-6 text-text-3 transition-colors hover:text-text-1 max-md:-mr-1 max-md:h-11 max-md:w-11"
            >
              <Icon of={CalendarDays} />
            </button>
          </OverlayTrigger>
        }
      />
      {module && (
        <module.CalendarSheet
          id={id}
          of={overlay.trigger}
          open={isOpen}
          onOpenChange={setOpen}
          value={isoOf(value) ?? ""}
          min={min}
          max={max}
          onPick={pick}
        />
      )}
    </>
  );
});

const isoOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** „01.03.2027“ of a date; what is none stays as it was typed. */
const shownOf = (value: string) => (isoOf(value) ? formatCalendarDate(value) : value);

/** A date as people type it: „1.3.27“, „01032027“, „1.3.“ of this year; what is none comes back as it is. */
export function readTyped(text: string): string {
  const typed = text.trim().replace(/[,/]/g, ".");
  if (typed === "") return "";
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d|\d{4})$/.exec(typed) ?? [];
  const isYearless = /^\d{1,2}\.\s?\d{1,2}\.$/.test(typed);
  const whole = year ? `${day}.${month}.${year}` : isYearless ? `${typed}${portalToday().slice(0, 4)}` : typed;
  const reading = readDate(whole);
  return "value" in reading ? reading.value : text;
}

const dates: Notation = { shown: shownOf, read: readTyped, isWhole: (text) => isoOf(text) !== undefined };
