import { portalToday } from "../../lib/time/portal-clock.ts";
import "./calendar.css";
import { useNavigate, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Printer } from "lucide-react";
import { useState } from "react";
import type { CalendarSpan } from "../../../contract/deadlines/calendar-days.ts";
import { lanes as allLanes, laneLabels } from "../../../contract/deadlines/lanes.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { usePageKey } from "../../lib/shortcuts.ts";
import { type ReadableStore, useStore } from "../../lib/store.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Segment } from "../../ui/form/segment.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import {
  type CalendarState,
  calendarSearch,
  calendarViews,
  daysInput,
  monthAfter,
  readCalendarState,
} from "./calendar-state.ts";
import { CalendarTabs } from "./calendar-tabs.tsx";
import { DayList, DaySection } from "./day-list.tsx";
import { monthName } from "./day-names.ts";
import { LaneDot } from "./lane-dot.tsx";
import { LaneTable } from "./lane-table.tsx";
import { byDay, useMaintenanceTimes } from "./maintenance-times.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { openDay } from "./open-calendar-dialogs.tsx";

/** All dates on which somebody has to act, by month, as a list and in lanes; the URL is the state. */
export function CalendarPage() {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const state = readCalendarState(searchParams);
  const change = (changes: Partial<CalendarState>) =>
    navigate(`/calendar${calendarSearch({ ...state, ...changes })}`, {
      replace: true,
      preventScrollReset: true,
      state: { keepsFocus: true },
    });
  return (
    <div data-calendar="">
      <PageHeader
        title="Kalender"
        actions={
          <Button icon={Printer} onClick={() => window.print()} className="print:hidden max-md:hidden">
            Drucken
          </Button>
        }
      />
      <CalendarTabs />
      <Tools state={state} onChange={change} />
      <div className="mt-5">
        {state.view === "lanes" ? <LaneTable state={state} /> : <Days state={state} onChange={change} />}
      </div>
    </div>
  );
}

interface PartProps {
  state: CalendarState;
  onChange: (changes: Partial<CalendarState>) => void;
}

const narrow = "(max-width: 767px)";
const onPhone: ReadableStore<boolean> = {
  read: () => window.matchMedia(narrow).matches,
  readOnServer: () => false,
  subscribe: (listener) => {
    const media = window.matchMedia(narrow);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  },
};

function Tools({ state, onChange }: PartProps) {
  const isPhone = useStore(onPhone);
  const { month, lanes, whose } = state;
  const toggle = (lane: (typeof allLanes)[number]) =>
    onChange({ lanes: lanes.includes(lane) ? lanes.filter((each) => each !== lane) : [...lanes, lane] });
  const step = state.view === "lanes" ? 12 : 1;
  const toThisMonth = () => onChange({ month: portalToday().slice(0, "YYYY-MM".length) });
  // Where there are days, they take the key, and go to the day itself.
  usePageKey("h", state.view === "lanes" ? toThisMonth : undefined);
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 aria-live="polite" className="min-w-[168px] text-lead">
          {state.view === "lanes" ? `Ab ${monthName(month)}` : monthName(month)}
        </h2>
        <div data-calendar-tools="" className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label={step === 1 ? "Voriger Monat" : "Voriges Jahr"}
            onClick={() => onChange({ month: monthAfter(month, -step) })}
          />
          <Button variant="ghost" keyHint="H" onClick={toThisMonth}>
            Heute
          </Button>
          <IconButton
            icon={ChevronRight}
            label={step === 1 ? "Nächster Monat" : "Nächstes Jahr"}
            onClick={() => onChange({ month: monthAfter(month, step) })}
          />
        </div>
        <div data-calendar-tools="" className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">
          <div className="w-[220px] max-md:order-last max-md:w-full md:[&_input]:h-8 md:[&_input]:text-ui">
            <CustomerFilter state={state} onChange={onChange} />
          </div>
          <Segment
            label="Wessen Termine"
            options={[
              { value: "mine", label: "Meine" },
              { value: "all", label: "Alle" },
            ]}
            value={whose}
            onChange={(value) => onChange({ whose: value })}
          />
          <Segment
            label="Ansicht"
            options={(["month", "list", "lanes"] as const).map((value) => ({ value, label: calendarViews[value] }))}
            value={state.view ?? (isPhone ? "list" : "month")}
            onChange={(view) => onChange({ view })}
          />
        </div>
      </div>
      <fieldset
        data-calendar-tools=""
        className="mt-3 flex min-w-0 gap-1.5 overflow-x-auto [scrollbar-width:none] max-md:-mx-gutter max-md:px-gutter md:flex-wrap"
      >
        <legend className="sr-only">Bereiche</legend>
        {allLanes.map((lane) => (
          <button
            key={lane}
            type="button"
            aria-pressed={lanes.includes(lane)}
            onClick={() => toggle(lane)}
            className={cx(
              "inline-flex h-7 flex-none items-center gap-2 rounded-full border px-2.5 text-note transition-colors max-md:h-11 max-md:px-3.5",
              lanes.includes(lane)
                ? "border-control bg-selected font-medium text-text-1"
                : "text-text-2 hover:border-control hover:text-text-1",
            )}
          >
            <LaneDot lane={lane} />
            {laneLabels[lane]}
          </button>
        ))}
        {lanes.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => onChange({ lanes: [] })}>
            Alle Bereiche
          </Button>
        )}
      </fieldset>
    </>
  );
}

function CustomerFilter({ state, onChange }: PartProps) {
  const id = state.customer;
  const found = useQuery(
    useTRPC().customer.get.queryOptions(
      { id: id ?? "" },
      { enabled: id !== undefined, staleTime: 60_000, retry: false },
    ),
  );
  const label = found.data?.title ?? (found.isError ? "Unbekannter Kunde" : "…");
  return (
    <RelationPicker
      to="customer"
      label="Kunde"
      placeholder="Alle Kunden"
      value={id ? { id, label } : null}
      onChange={(customer) => onChange({ customer: customer?.id })}
    />
  );
}

function Days({ state, onChange }: PartProps) {
  const query = useQuery(
    useTRPC().deadline.calendar.queryOptions(daysInput(state), { placeholderData: (before) => before }),
  );
  const maintenance = byDay(useMaintenanceTimes(state, daysInput(state)));
  const today = query.data?.today ?? portalToday();
  const { month, view } = state;
  const [wanted = today, setDay] = useState<string>();
  const day = wanted.startsWith(month) ? wanted : today.startsWith(month) ? today : `${month}-01`;
  const choose = (next: string) => {
    setDay(next);
    if (!next.startsWith(month)) onChange({ month: next.slice(0, 7) });
  };
  usePageKey("h", () => choose(today));
  const open = (on: string) => void openDay(on, state);
  const chosen = query.data?.days.find(({ on }) => on === day);
  // What another month had is no answer for a list.
  const list = (span: CalendarSpan) =>
    query.isPlaceholderData ? (
      <RowSkeletons rows={6} />
    ) : (
      <DayList span={span} month={month} maintenance={maintenance} onOpen={open} />
    );
  if (view === "list")
    return (
      <QueryPanel query={query} failure="Der Kalender konnte nicht geladen werden.">
        {(span) => list(span)}
      </QueryPanel>
    );
  return (
    <QueryPanel query={query} failure="Der Kalender konnte nicht geladen werden.">
      {(span) => (
        <>
          <div className={cx(view === undefined && "max-md:hidden")}>
            <MonthGrid
              month={month}
              span={span}
              today={today}
              day={day}
              maintenance={maintenance}
              onDay={choose}
              onOpen={open}
            />
            {chosen && (
              <div className="mt-5 md:hidden">
                <DaySection day={chosen} isToday={day === today} maintenance={maintenance.get(day)} onOpen={open} />
              </div>
            )}
          </div>
          {/* Nobody said how they want it: a phone has room for a list. */}
          {view === undefined && <div className="md:hidden">{list(span)}</div>}
        </>
      )}
    </QueryPanel>
  );
}
