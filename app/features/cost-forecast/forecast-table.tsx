import { Link } from "@remix-run/react";
import type { CostForecast } from "../../../contract/cost-forecast/cost-forecast.ts";
import { formatNumber } from "../../lib/format.ts";
import { seriesDots } from "../../ui/charts/stacked-bars.tsx";
import { cx } from "../../ui/cx.ts";
import { monthName, shortMonthName } from "../calendar/day-names.ts";
import { type ForecastState, forecastPath } from "./forecast-state.ts";

interface ForecastTableProps {
  data: CostForecast;
  state: ForecastState;
}

const euros = (cents: number) => formatNumber(Math.round(cents / 100));

/** The figures of the chart; each month leads to what is paid in it. */
export function ForecastTable({ data: { months, groups, total }, state }: ForecastTableProps) {
  return (
    <div className="mt-7 overflow-x-auto">
      <table className="w-full min-w-[940px] table-fixed border-collapse text-ui">
        <caption className="sr-only">Rechnungen und Ausgaben je Monat in Euro, gerundet</caption>
        <thead>
          <tr className="border-b">
            <th
              scope="col"
              className="sticky left-0 w-[176px] bg-surface pb-1 text-left align-bottom text-label font-medium text-text-3 max-md:w-[132px]"
            >
              Euro, gerundet
            </th>
            {months.map((month) => (
              <th key={month} scope="col" className="p-0 text-right text-label font-medium">
                <Link
                  to={forecastPath({ ...state, month: month === state.month ? undefined : month })}
                  replace
                  preventScrollReset
                  state={{ keepsFocus: true }}
                  aria-label={`${monthName(month)}: Einzelne Zahlungen`}
                  aria-current={month === state.month ? "true" : undefined}
                  className={cx(
                    "flex min-h-8 flex-col items-end justify-end pb-1 hover:text-text-1 hover:underline max-md:min-h-11",
                    month === state.month ? "font-semibold text-text-1 underline" : "text-text-2",
                  )}
                >
                  {shortMonthName(month)}
                </Link>
              </th>
            ))}
            <th scope="col" className="w-[84px] pb-1 text-right align-bottom text-label font-medium text-text-3">
              Summe
            </th>
          </tr>
        </thead>
        <Side title="Rechnungen" side="revenueCents" groups={groups} total={total} />
        <Side title="Ausgaben" side="costCents" groups={groups} total={total} />
        <tbody>
          <Figures
            label="Es bleibt"
            amounts={months.map((_, at) => (total.revenueCents[at] ?? 0) - (total.costCents[at] ?? 0))}
            isSum
          />
        </tbody>
      </table>
    </div>
  );
}

interface SideProps extends Pick<CostForecast, "groups" | "total"> {
  title: string;
  side: "revenueCents" | "costCents";
}

function Side({ title, side, groups, total }: SideProps) {
  return (
    <tbody className="border-b">
      <Figures label={title} amounts={total[side]} isSum />
      {groups.map((group, at) =>
        group[side].some((cents) => cents !== 0) ? (
          <Figures key={group.key} label={group.label} dot={seriesDots[at]} amounts={group[side]} />
        ) : null,
      )}
    </tbody>
  );
}

interface FiguresProps {
  label: string;
  amounts: readonly number[];
  dot?: string | undefined;
  isSum?: boolean;
}

function Figures({ label, amounts, dot, isSum = false }: FiguresProps) {
  const cell = cx("num h-8 whitespace-nowrap pl-2 text-right", isSum ? "font-semibold" : "text-text-2");
  const sum = amounts.reduce((all, cents) => all + cents, 0);
  return (
    <tr>
      <th
        scope="row"
        className={cx("sticky left-0 bg-surface py-1.5 text-left", isSum ? "font-semibold" : "font-normal text-text-2")}
      >
        <span className="flex min-w-0 items-center gap-2">
          {dot && <i aria-hidden className={cx("size-2.5 flex-none rounded-[2px]", dot)} />}
          <span className="truncate" title={label}>
            {label}
          </span>
        </span>
      </th>
      {amounts.map((cents, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: months stand in their order
        <td key={at} className={cx(cell, cents === 0 && "text-text-3")}>
          {cents === 0 ? "–" : euros(cents)}
        </td>
      ))}
      <td className={cell}>{euros(sum)}</td>
    </tr>
  );
}
