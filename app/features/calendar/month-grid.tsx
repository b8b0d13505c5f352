import { Link } from "@remix-run/react";
import { Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import {
  type CalendarDay,
  type CalendarSpan,
  daysFrom,
  monthSpan,
  weekdayOf,
} from "../../../contract/deadlines/calendar-days.ts";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { laneLabels, laneOf } from "../../../contract/deadlines/lanes.ts";
import type { MaintenanceTime } from "../../../contract/maintenance/maintenance.ts";
import { addDays, addMonths } from "../../../contract/time/today.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { dayName, monthName, weekdayNames } from "./day-names.ts";
import { LaneDot } from "./lane-dot.tsx";
import { MaintenanceChip, type MaintenanceDays } from "./maintenance-times.tsx";
import { useGridDrag } from "./use-grid-drag.ts";
import { isMovable, nameOf } from "./use-move.ts";

interface MonthGridProps {
  month: string;
  /** Absent while it is loaded. */
  span: CalendarSpan | undefined;
  today: string;
  /** The day that has the keys. */
  day: string;
  maintenance: MaintenanceDays;
  onDay: (day: string) => void;
  onOpen: (day: string) => void;
}

/**
 * The weeks of a month. One cell has the keys: arrows go from day to day, Home and End to the ends of the week, Page Up
 * and Page Down by months, Enter opens the day.
 */
export function MonthGrid({ month, span, today, day, maintenance, onDay, onOpen }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const goal = useRef<string>();
  const { over, load } = useGridDrag(grid, span);
  const { from, to } = monthSpan(month);
  const days = daysFrom(from, to);
  const known = new Map(span?.days.map((each) => [each.on, each]));
  // A day of another month has its cell once the address has followed.
  useEffect(() => {
    const cell = goal.current && grid.current?.querySelector<HTMLElement>(`[data-day="${goal.current}"][tabindex="0"]`);
    if (!cell) return;
    goal.current = undefined;
    cell.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    if (!at) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onOpen(at);
    }
    const next = dayAfterKey(event.key, at);
    if (!next) return;
    event.preventDefault();
    goal.current = next;
    onDay(next);
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the keys is a grid
      role="grid"
      aria-label={monthName(month)}
      aria-busy={span === undefined}
      onKeyDown={onKeyDown}
      onPointerEnter={load}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th
              key={name}
              scope="col"
              abbr={name}
              className="pb-1.5 text-left text-label font-medium text-text-3 max-md:text-center md:px-2"
            >
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .filter((each) => weekdayOf(each) === 0)
          .map((monday) => (
            <tr key={monday}>
              {daysFrom(monday, addDays(monday, 6)).map((on) => (
                <DayCell
                  key={on}
                  on={on}
                  found={known.get(on)}
                  maintenance={maintenance.get(on) ?? noTimes}
                  isOutside={!on.startsWith(month)}
                  isToday={on === today}
                  isChosen={on === day}
                  isOver={on === over}
                  onDay={onDay}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Where a key leads from a day; undefined for keys that lead nowhere. */
function dayAfterKey(key: string, day: string): string | undefined {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const weekday = weekdayOf(day);
  if (key === "Home") return addDays(day, -weekday);
  if (key === "End") return addDays(day, 6 - weekday);
  if (key === "PageUp") return addMonths(day, -1);
  if (key === "PageDown") return addMonths(day, 1);
  const step = steps[key];
  return step === undefined ? undefined : addDays(day, step);
}

interface DayCellProps {
  on: string;
  found: CalendarDay | undefined;
  maintenance: readonly MaintenanceTime[];
  isOutside: boolean;
  isToday: boolean;
  isChosen: boolean;
  isOver: boolean;
  onDay: (day: string) => void;
  onOpen: (day: string) => void;
}

const maxPerDay = 4;
const noTimes: readonly MaintenanceTime[] = [];

function DayCell({ on, found, maintenance, isOutside, isToday, isChosen, isOver, onDay, onOpen }: DayCellProps) {
  const [planned] = maintenance;
  const room = planned ? maxPerDay - 1 : maxPerDay;
  const total = (found?.total ?? 0) + Math.max(0, maintenance.length - 1);
  const shown = found?.deadlines.slice(0, total > room ? room - 1 : room) ?? [];
  const isFree = found ? !found.isWorkday : weekdayOf(on) > 4;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it takes the keys
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see the grid
      role="gridcell"
      data-day={on}
      tabIndex={isChosen ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isToday ? "date" : undefined}
      aria-label={sayDay(on, found, maintenance.length)}
      onClick={() => onDay(on)}
      onDoubleClick={() => onOpen(on)}
      className={cx(
        "relative h-[46px] cursor-default border align-top focus-visible:z-10 md:h-[118px] md:p-1.5 print:h-auto print:min-h-[24mm]",
        isFree && "bg-sunken",
        isOver && "bg-selected outline outline-2 -outline-offset-2 outline-focus",
        isChosen && "max-md:shadow-[inset_0_0_0_1.5px_var(--text-1)]",
      )}
    >
      <span className="flex items-baseline gap-1.5 max-md:justify-center max-md:pt-1">
        <span
          className={cx(
            "num grid h-6 min-w-6 place-items-center rounded-full px-1 text-note",
            isToday ? "bg-brand font-semibold text-on-brand" : isOutside ? "text-text-3" : "font-medium",
          )}
        >
          {Number(on.slice(-2))}
        </span>
        {found?.holiday && (
          <span title={found.holiday} className="min-w-0 truncate text-meta text-text-3 max-md:hidden">
            {found.holiday}
          </span>
        )}
      </span>
      <span className="flex justify-center gap-[3px] md:hidden">
        {planned && <LaneDot lane="maintenance" className="!h-1.5 !w-1.5" />}
        {shown.slice(0, planned ? 2 : 3).map((deadline) => (
          <LaneDot key={deadline.id} lane={laneOf(deadline.kind)} className="!h-1.5 !w-1.5" />
        ))}
      </span>
      <ul className={cx("mt-0.5 max-md:hidden", isOutside && "opacity-70")}>
        {planned && <MaintenanceChip time={planned} />}
        {shown.map((deadline) => (
          <Chip key={deadline.id} deadline={deadline} />
        ))}
        {total > shown.length && (
          <li>
            <button
              type="button"
              tabIndex={-1}
              onClick={() => onOpen(on)}
              className="block min-h-6 w-full rounded-4 px-1 text-left text-meta text-text-2 hover:bg-tint-6 hover:text-text-1"
            >
              {total - shown.length} weitere
              <span className="sr-only"> am {dayName(on)}</span>
            </button>
          </li>
        )}
      </ul>
    </td>
  );
}

function Chip({ deadline }: { deadline: DeadlineRow }) {
  const role = useRole();
  const lane = laneOf(deadline.kind);
  const name = nameOf(deadline);
  const isOver = deadline.state !== "open";
  const canMove = isMovable(deadline, role);
  return (
    <li>
      <Link
        to={deadline.href}
        tabIndex={-1}
        data-movable={canMove ? deadline.id : undefined}
        title={[laneLabels[lane], deadline.label, name].filter((part, at, all) => all.indexOf(part) === at).join(" · ")}
        className={cx(
          "flex min-h-6 items-center gap-1.5 rounded-4 px-1 text-meta hover:bg-tint-6",
          isOver ? "text-text-3" : "text-text-1",
          canMove && "cursor-grab",
        )}
      >
        {isOver ? <Icon of={Check} size={14} className="-mx-[3px] flex-none" /> : <LaneDot lane={lane} />}
        <span className="min-w-0 truncate">{name}</span>
      </Link>
    </li>
  );
}

function sayDay(on: string, found: CalendarDay | undefined, planned: number): string {
  const total = found?.total ?? 0;
  const count = total === 0 ? undefined : `${total} ${total === 1 ? "Termin" : "Termine"}`;
  const maintenance = planned === 0 ? undefined : `${planned} ${planned === 1 ? "Wartung" : "Wartungen"}`;
  return [dayName(on), found?.holiday, count, maintenance].filter(Boolean).join(", ");
}
