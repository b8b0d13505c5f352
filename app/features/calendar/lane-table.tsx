import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { LaneMonth } from "../../../contract/deadlines/calendar-days.ts";
import { lanes as allLanes, laneLabels } from "../../../contract/deadlines/lanes.ts";
import type { MaintenanceTime } from "../../../contract/maintenance/maintenance.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { type CalendarState, calendarSearch, laneMonths, lanesInput, monthAfter } from "./calendar-state.ts";
import { monthName, shortMonthName } from "./day-names.ts";
import { LaneDot } from "./lane-dot.tsx";
import { useMaintenanceTimes } from "./maintenance-times.tsx";

/** A year in lanes: how much falls into each month, and a way into it. */
export function LaneTable({ state }: { state: CalendarState }) {
  const query = useQuery(
    useTRPC().deadline.lanes.queryOptions(lanesInput(state), { placeholderData: (before) => before }),
  );
  const times = useMaintenanceTimes(state, lanesInput(state));
  return (
    <QueryPanel query={query} failure="Der Zeitstrahl konnte nicht geladen werden.">
      {(cells) => <Lanes cells={[...cells, ...laneMonthsOf(times)]} state={state} />}
    </QueryPanel>
  );
}

/** A time counts for the month in which it begins. */
function laneMonthsOf(times: readonly MaintenanceTime[]): LaneMonth[] {
  const months = Map.groupBy(times, ({ days }) => (days[0] ?? "").slice(0, "YYYY-MM".length));
  const now = new Date();
  return [...months].map(([month, own]) => ({
    lane: "maintenance",
    month,
    count: own.length,
    open: own.filter(({ until }) => until > now).length,
  }));
}

function Lanes({ cells, state }: { cells: LaneMonth[]; state: CalendarState }) {
  const months = Array.from({ length: laneMonths }, (_, at) => monthAfter(state.month, at));
  const shown = state.lanes.length > 0 ? state.lanes : allLanes;
  const largest = Math.max(1, ...cells.map(({ count }) => count));
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[820px] table-fixed border-collapse">
        <caption className="sr-only">
          Termine je Bereich, {monthName(months[0] ?? state.month)} bis {monthName(months.at(-1) ?? state.month)}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 w-[132px] bg-surface pb-2 text-left text-label text-text-3">
              <span className="sr-only">Bereich</span>
            </th>
            {months.map((month) => (
              <th key={month} scope="col" className="pb-2 text-center text-label font-medium text-text-3">
                <abbr title={monthName(month)} className="no-underline">
                  {shortMonthName(month)}
                </abbr>
                {month.endsWith("-01") && <span className="block text-meta">{month.slice(0, 4)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((lane) => (
            <tr key={lane} className="border-t">
              <th scope="row" className="sticky left-0 bg-surface text-left text-ui font-medium">
                <span className="flex items-center gap-2">
                  <LaneDot lane={lane} />
                  {laneLabels[lane]}
                </span>
              </th>
              {months.map((month) => {
                const cell = cells.find((each) => each.lane === lane && each.month === month);
                return (
                  <td key={month} className="h-12 p-0.5 text-center max-md:h-[50px]">
                    {cell && (
                      <Link
                        to={`/calendar${calendarSearch({ ...state, view: "list", month, lanes: [lane] })}`}
                        aria-label={`${laneLabels[lane]}, ${monthName(month)}: ${cell.count}, davon ${cell.open} offen`}
                        style={{ "--share": `${8 + Math.round((cell.count / largest) * 26)}%` } as React.CSSProperties}
                        className={cx(
                          "num grid h-full place-items-center rounded-4 bg-[color-mix(in_srgb,var(--text-1)_var(--share),var(--surface))] text-ui hover:underline",
                          cell.open === 0 && "text-text-3",
                        )}
                      >
                        {formatNumber(cell.count)}
                      </Link>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
