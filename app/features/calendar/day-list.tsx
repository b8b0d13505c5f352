import type { CalendarDay, CalendarSpan } from "../../../contract/deadlines/calendar-days.ts";
import type { MaintenanceTime } from "../../../contract/maintenance/maintenance.ts";
import { cx } from "../../ui/cx.ts";
import { dayName } from "./day-names.ts";
import { DayRows } from "./day-rows.tsx";
import { type MaintenanceDays, MaintenanceRows } from "./maintenance-times.tsx";

interface DayListProps {
  span: CalendarSpan;
  month: string;
  maintenance: MaintenanceDays;
  onOpen: (day: string) => void;
}

/** The days of a month on which something is due, one below the other. */
export function DayList({ span, month, maintenance, onOpen }: DayListProps) {
  const days = span.days.filter(({ on, total }) => (total > 0 || maintenance.has(on)) && on.startsWith(month));
  if (days.length === 0)
    return (
      <p role="status" className="border-t py-4 text-ui text-text-2">
        In diesem Monat steht nichts an.
      </p>
    );
  return (
    <div className="grid gap-y-6">
      {days.map((day) => (
        <DaySection
          key={day.on}
          day={day}
          isToday={day.on === span.today}
          maintenance={maintenance.get(day.on)}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface DaySectionProps {
  day: CalendarDay;
  isToday: boolean;
  maintenance?: readonly MaintenanceTime[] | undefined;
  onOpen: (day: string) => void;
}

/** One day with its rows; those that have no room are behind „n weitere“. */
export function DaySection({ day, isToday, maintenance = [], onOpen }: DaySectionProps) {
  const more = day.total - day.deadlines.length;
  return (
    <section aria-label={dayName(day.on)} className="break-inside-avoid">
      <h2 className={cx("pb-1.5 text-panel", !day.isWorkday && "text-text-2")}>
        {dayName(day.on)}
        {isToday && <span className="ml-2 rounded-full bg-brand px-2 py-0.5 text-meta text-on-brand">heute</span>}
        {day.holiday && <span className="ml-2 text-note font-normal text-text-3">{day.holiday}</span>}
      </h2>
      <MaintenanceRows times={maintenance} />
      {day.total === 0 && maintenance.length > 0 ? null : day.total === 0 ? (
        <p className="border-t py-3 text-ui text-text-2">An diesem Tag steht nichts an.</p>
      ) : (
        <DayRows day={day} />
      )}
      {more > 0 && (
        <button
          type="button"
          onClick={() => onOpen(day.on)}
          className="min-h-9 text-note font-medium text-text-2 hover:text-text-1 hover:underline max-md:min-h-11"
        >
          {more} weitere
          <span className="sr-only"> am {dayName(day.on)}</span>
        </button>
      )}
    </section>
  );
}
