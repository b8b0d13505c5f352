import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { addMonths } from "../../../contract/time/today.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { PopoverSheet } from "../../ui/overlays/popover-sheet.tsx";
import { portalToday } from "../time/portal-clock.ts";
import { dayAfterKey, weeksOf, withinBounds } from "./month-grid.ts";

export interface CalendarProps {
  /** `YYYY-MM-DD`, or what is none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** An empty text takes the date away. */
  onPick: (date: string) => void;
}

interface CalendarSheetProps extends CalendarProps {
  id: string;
  of: RefObject<HTMLElement>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog of a date field: a grid of days after the date picker dialog of the ARIA Authoring Practices. */
export function CalendarSheet({ id, of, open, onOpenChange, onPick, ...rest }: CalendarSheetProps) {
  const pick = (date: string) => {
    onPick(date);
    onOpenChange(false);
  };
  return (
    <PopoverSheet
      id={id}
      of={of}
      open={open}
      onOpenChange={onOpenChange}
      modal
      aria-modal
      aria-label="Datum auswählen"
      align="start"
      // The day takes the focus itself.
      onOpenAutoFocus={(event) => event.preventDefault()}
      className="z-[70] rounded-10 bg-raised p-3 text-ui shadow-e2 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise"
    >
      <Calendar {...rest} onPick={pick} />
    </PopoverSheet>
  );
}

const weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"] as const;
const inMonth = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" });
const inFull = new Intl.DateTimeFormat("de-DE", { dateStyle: "full", timeZone: "UTC" });
const at = (date: string) => new Date(`${date}T00:00:00Z`);
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

function Calendar({ value, min, max, onPick }: CalendarProps) {
  const headingId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const today = portalToday();
  const [day, setDay] = useState(() => withinBounds(isDate(value) ? value : today, min, max));
  const [hasMoved, setMoved] = useState(true);
  useEffect(() => {
    if (hasMoved) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day, hasMoved]);
  /** The keys of the grid take the focus along; the buttons above it keep it. */
  const go = (next: string, takesFocus: boolean) => {
    setMoved(takesFocus);
    setDay(withinBounds(next, min, max));
  };
  const press = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event);
    if (!next) return;
    event.preventDefault();
    go(next, true);
  };
  const steps = { month: (count: number) => go(addMonths(day, count), false) };
  return (
    <>
      <div className="flex items-center gap-0.5 pb-2">
        <IconButton icon={ChevronsLeft} label="Voriges Jahr" size="sm" onClick={() => steps.month(-12)} />
        <IconButton icon={ChevronLeft} label="Voriger Monat" size="sm" onClick={() => steps.month(-1)} />
        <h2 id={headingId} aria-live="polite" className="flex-1 text-center text-ui font-semibold">
          {inMonth.format(at(day))}
        </h2>
        <IconButton icon={ChevronRight} label="Nächster Monat" size="sm" onClick={() => steps.month(1)} />
        <IconButton icon={ChevronsRight} label="Nächstes Jahr" size="sm" onClick={() => steps.month(12)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the date picker dialog is a table */}
      <table ref={grid} role="grid" aria-labelledby={headingId} onKeyDown={press} className="num">
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" className="h-7 p-0 text-label font-medium text-text-3">
                <abbr title={weekday} className="no-underline">
                  {weekday.slice(0, 2)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is its row
            <tr key={row} className="h-9 max-md:h-11">
              {week.map((date, column) => (
                <DayCell
                  key={weekdays[column]}
                  date={date}
                  isChosen={date === value}
                  isCurrent={date === day}
                  isToday={date === today}
                  isOut={date !== undefined && withinBounds(date, min, max) !== date}
                  onPick={onPick}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex justify-between gap-2 pt-2">
        <Button
          size="sm"
          variant="ghost"
          disabled={withinBounds(today, min, max) !== today}
          onClick={() => onPick(today)}
        >
          Heute
        </Button>
        {value && (
          <Button size="sm" variant="ghost" onClick={() => onPick("")}>
            Leeren
          </Button>
        )}
      </div>
    </>
  );
}

interface DayCellProps {
  date: string | undefined;
  isChosen: boolean;
  /** Whether the keys are at this day. */
  isCurrent: boolean;
  isToday: boolean;
  isOut: boolean;
  onPick: (date: string) => void;
}

function DayCell({ date, isChosen, isCurrent, isToday, isOut, onPick }: DayCellProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which can be selected
    <td aria-selected={isChosen} className="w-9 p-0 max-md:w-11">
      {date && (
        <button
          type="button"
          data-day={date}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={inFull.format(at(date))}
          aria-current={isToday ? "date" : undefined}
          disabled={isOut}
          onClick={() => onPick(date)}
          className={cx(
            "relative block h-9 w-9 rounded-6 transition-colors disabled:text-text-3 disabled:opacity-50 max-md:h-11 max-md:w-11",
            isChosen ? "bg-inverse font-semibold text-on-inverse" : "hover:bg-tint-7",
            isToday &&
              "font-semibold after:absolute after:bottom-1 after:left-1/2 after:h-[2px] after:w-3 after:-translate-x-1/2 after:bg-brand",
          )}
        >
          {Number(date.slice(-2))}
        </button>
      )}
    </td>
  );
}
