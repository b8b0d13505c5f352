import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Globe, HardDrive, ScrollText } from "lucide-react";
import {
  type CostForecast,
  type ForecastBy,
  type ForecastScenario,
  forecastBys,
  forecastScenarios,
} from "../../../contract/cost-forecast/cost-forecast.ts";
import { entriesOf } from "../../../contract/narrowing.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { StackedBars, seriesDots } from "../../ui/charts/stacked-bars.tsx";
import { cx } from "../../ui/cx.ts";
import { Segment } from "../../ui/form/segment.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/placeholders/empty-state.tsx";
import { CalendarTabs } from "../calendar/calendar-tabs.tsx";
import { monthName, shortMonthName } from "../calendar/day-names.ts";
import { type ForecastState, forecastPath, readForecastState } from "./forecast-state.ts";
import { ForecastTable } from "./forecast-table.tsx";
import { MonthItems } from "./month-items.tsx";

/** What the next twelve months cost and bring, by the days on which it is paid and invoiced; the URL is the state. */
export function ForecastPage() {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const state = readForecastState(searchParams);
  const { by, scenario } = state;
  const forecast = useQuery(
    useTRPC().costForecast.read.queryOptions({ by, scenario }, { placeholderData: keepPreviousData }),
  );
  const change = (changes: Partial<ForecastState>) =>
    navigate(forecastPath({ ...state, ...changes }), {
      replace: true,
      preventScrollReset: true,
      state: { keepsFocus: true },
    });
  return (
    <>
      <PageHeader
        title="Kostenvorschau"
        actions={
          <a href="/api/export/cost-forecast.xlsx" download className={buttonClass()}>
            <Icon of={Download} />
            XLSX
          </a>
        }
      />
      <CalendarTabs />
      <QueryPanel query={forecast} failure="Die Kostenvorschau konnte nicht geladen werden.">
        {(data) => (isEmpty(data) ? <Nothing /> : <Forecast data={data} state={state} onChange={change} />)}
      </QueryPanel>
    </>
  );
}

const isEmpty = ({ groups, undated, open }: CostForecast) =>
  groups.length === 0 && undated.count === 0 && open.costCents + open.revenueCents === 0;

function Nothing() {
  return (
    <EmptyState
      className="mt-8"
      title="Noch keine Preise."
      text="Trage ein, was Domains und Hoster kosten und was Verträge bringen. Daraus entstehen die nächsten zwölf Monate."
      actions={[
        { icon: Globe, title: "Domains", text: "Einkauf und Verkauf im Jahr", href: "/domains" },
        { icon: HardDrive, title: "Hoster", text: "Kosten und Abrechnung", href: "/hosts" },
        { icon: ScrollText, title: "Verträge", text: "Positionen und Abrechnung", href: "/contracts" },
      ]}
      renderLink={(href, link) => <Link to={href} {...link} />}
    />
  );
}

interface ForecastProps {
  data: CostForecast;
  state: ForecastState;
  onChange: (changes: Partial<ForecastState>) => void;
}

function Forecast({ data, state, onChange }: ForecastProps) {
  const { months, groups, total } = data;
  const columns = months.map((month, at) => ({
    key: month,
    label: shortMonthName(month),
    title: `${monthName(month)}: Rechnungen ${formatMoney(total.revenueCents[at] ?? 0)}, Ausgaben ${formatMoney(total.costCents[at] ?? 0)}`,
  }));
  const series = groups.map(({ key, revenueCents, costCents }) => ({ key, up: revenueCents, down: costCents }));
  const toggle = (month: string) => onChange({ month: month === state.month ? undefined : month });
  return (
    <>
      <Summary data={data} state={state} onChange={onChange} />
      <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-1 text-meta text-text-2">
        <span className="text-text-3">Oben Rechnungen, unten Ausgaben</span>
        {groups.map(({ key, label, others }, at) => (
          <span key={key} className="flex min-w-0 items-center gap-1.5">
            <i aria-hidden className={cx("size-2.5 flex-none rounded-[2px]", seriesDots[at])} />
            <span className="truncate">{others ? `${label} (${formatNumber(others)})` : label}</span>
          </span>
        ))}
      </div>
      <div className="mt-4">
        <StackedBars
          label={`Rechnungen und Ausgaben von ${monthName(months[0] ?? "")} bis ${monthName(months.at(-1) ?? "")}; die Zahlen stehen in der Tabelle darunter.`}
          columns={columns}
          series={series}
          selected={state.month}
          onSelect={toggle}
          format={(cents) => formatNumber(Math.round(cents / 100))}
        />
      </div>
      <ForecastTable data={data} state={state} />
      {state.month && months.includes(state.month) && <MonthItems month={state.month} scenario={state.scenario} />}
    </>
  );
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

function Summary({ data: { total, open, undated }, state, onChange }: ForecastProps) {
  const [cost, revenue] = [sumOf(total.costCents), sumOf(total.revenueCents)];
  return (
    <div className="mt-5 flex flex-wrap items-start gap-x-12 gap-y-5">
      <div className="max-w-[72ch] flex-1 basis-[420px] text-ui text-text-2">
        <p className="text-body">
          In zwölf Monaten <b className="num font-semibold text-text-1">{formatMoney(revenue)}</b> Rechnungen und{" "}
          <b className="num font-semibold text-text-1">{formatMoney(cost)}</b> Ausgaben, es bleiben{" "}
          <b className="num font-semibold text-text-1">{formatMoney(revenue - cost)}</b>.
        </p>
        {open.count > 0 && (
          <p className="mt-1.5">
            Bei {formatNumber(open.count)} {open.count === 1 ? "Eintrag" : "Einträgen"} ist die Entscheidung offen.{" "}
            {state.scenario === "planned" ? "Alles davon gekündigt, entfielen" : "Alles davon gekündigt, entfallen"}{" "}
            <span className="num">{formatMoney(open.revenueCents)}</span> Rechnungen und{" "}
            <span className="num">{formatMoney(open.costCents)}</span> Ausgaben.
          </p>
        )}
        {undated.count > 0 && (
          <p className="mt-1.5 text-text-3">
            Ohne Termin und deshalb nicht enthalten: {formatNumber(undated.count)}{" "}
            {undated.count === 1 ? "Eintrag" : "Einträge"} mit{" "}
            <span className="num">{formatMoney(undated.revenueCents)}</span> Rechnungen und{" "}
            <span className="num">{formatMoney(undated.costCents)}</span> Ausgaben im Jahr.
          </p>
        )}
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full">
        <Segment
          label="Gestapelt nach"
          options={entriesOf(forecastBys).map(([value, label]) => ({ value, label: `Nach ${label}` }))}
          value={state.by}
          onChange={(by: ForecastBy) => onChange({ by })}
        />
        <Segment
          label="Szenario"
          options={entriesOf(forecastScenarios).map(([value, label]) => ({ value, label }))}
          value={state.scenario}
          onChange={(scenario: ForecastScenario) => onChange({ scenario })}
        />
      </div>
    </div>
  );
}
