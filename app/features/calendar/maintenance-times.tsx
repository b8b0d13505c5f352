import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { MaintenanceTime } from "../../../contract/maintenance/maintenance.ts";

import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatTime, isSameDay } from "../../lib/format.ts";
import type { CalendarState } from "./calendar-state.ts";
import { LaneDot } from "./lane-dot.tsx";

/** Times of maintenance by the days that they touch. */
export type MaintenanceDays = ReadonlyMap<string, readonly MaintenanceTime[]>;

const none: readonly MaintenanceTime[] = [];

/** When maintenance is, as far as the filters of the calendar let it through: it is nobody's own. */
export function useMaintenanceTimes(
  { lanes, whose, customer }: CalendarState,
  { from, to }: { from: string; to: string },
): readonly MaintenanceTime[] {
  const isShown = whose === "all" && (lanes.length === 0 || lanes.includes("maintenance"));
  const { data = none } = useQuery(
    useTRPC().maintenance.days.queryOptions(
      { from, to, ...(customer && { customerId: customer }) },
      { enabled: isShown, placeholderData: (before) => before },
    ),
  );
  return isShown ? data : none;
}

export function byDay(times: readonly MaintenanceTime[]): MaintenanceDays {
  const days = new Map<string, MaintenanceTime[]>();
  for (const time of times) for (const day of time.days) days.set(day, [...(days.get(day) ?? []), time]);
  return days;
}

/** „22:00 bis 23:30“, with the days where it goes over midnight. */
const spanOf = ({ from, until }: MaintenanceTime) =>
  isSameDay(from, until)
    ? `${formatTime(from)} bis ${formatTime(until)}`
    : `${formatDateTime(from)} bis ${formatDateTime(until)}`;

/** In a cell of the month: one line. */
export function MaintenanceChip({ time }: { time: MaintenanceTime }) {
  return (
    <li>
      <Link
        to="/maintenance"
        tabIndex={-1}
        title={`Wartung · ${time.title} · ${spanOf(time)}`}
        className="flex min-h-6 items-center gap-1.5 rounded-4 px-1 text-meta text-text-1 hover:bg-tint-6"
      >
        <LaneDot lane="maintenance" />
        <span className="min-w-0 truncate">{time.title}</span>
      </Link>
    </li>
  );
}

/** Below the heading of a day. */
export function MaintenanceRows({ times }: { times: readonly MaintenanceTime[] }) {
  if (times.length === 0) return null;
  return (
    <ul className="border-t">
      {times.map((time) => (
        <li
          key={`${time.id} ${time.from.toISOString()}`}
          className="flex items-center gap-3 border-b py-2 last:border-b-0"
        >
          <LaneDot lane="maintenance" />
          <span className="min-w-0 flex-1">
            <Link
              to="/maintenance"
              className="block text-row font-medium [overflow-wrap:anywhere] hover:underline max-md:-my-3 max-md:py-3"
            >
              {time.title}
            </Link>
            <span className="num block text-note text-text-2">Wartung · {spanOf(time)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
