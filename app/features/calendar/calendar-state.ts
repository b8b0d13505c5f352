import { monthSpan } from "../../../contract/deadlines/calendar-days.ts";
import { lanes as allLanes, type Lane } from "../../../contract/deadlines/lanes.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { addMonths } from "../../../contract/time/today.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";

export const calendarViews = { month: "Monat", list: "Liste", lanes: "Zeitstrahl" } as const;
export type CalendarView = keyof typeof calendarViews;

export interface CalendarState {
  /** Absent for what suits the screen: a list on a phone, else the month. */
  view?: CalendarView;
  /** `YYYY-MM`. */
  month: string;
  /** None for all of them. */
  lanes: Lane[];
  whose: "mine" | "all";
  customer?: string | undefined;
}

/** What the page shows, as its URL says; what that cannot mean is as if it were not there. */
export function readCalendarState(searchParams: URLSearchParams): CalendarState {
  const [view, month, customer] = [
    searchParams.get("view"),
    searchParams.get("month") ?? "",
    searchParams.get("customer"),
  ];
  const chosen = (searchParams.get("lanes") ?? "").split(",");
  return {
    ...(isOneOf(viewNames, view) && { view }),
    month: /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : thisMonth(),
    lanes: allLanes.filter((lane) => chosen.includes(lane)),
    whose: searchParams.get("whose") === "mine" ? "mine" : "all",
    ...(customer && customer.length <= 100 && { customer }),
  };
}

const viewNames = ["month", "list", "lanes"] as const satisfies readonly CalendarView[];
const thisMonth = () => portalToday().slice(0, "YYYY-MM".length);

/** The search of the URL that shows a state. */
export function calendarSearch({ view, month, lanes, whose, customer }: CalendarState): string {
  const searchParams = new URLSearchParams({
    ...(view && { view }),
    ...(month !== thisMonth() && { month }),
    ...(lanes.length > 0 && { lanes: lanes.join(",") }),
    ...(whose === "mine" && { whose }),
    ...(customer && { customer }),
  });
  return searchParams.size > 0 ? `?${searchParams}` : "";
}

/** The month that comes so many months later. */
export const monthAfter = (month: string, months: number): string =>
  addMonths(`${month}-01`, months).slice(0, "YYYY-MM".length);

const filtersOf = ({ lanes, whose, customer }: CalendarState) => ({
  lanes,
  whose,
  ...(customer && { customerId: customer }),
});

/** What is asked for a month or its list; a day of the grid has little room. */
export function daysInput(state: CalendarState) {
  const { first, last, from, to } = monthSpan(state.month);
  const span = state.view === "list" ? { from: first, to: last, perDay: 50 } : { from, to, perDay: 4 };
  return { ...span, ...filtersOf(state) };
}

/** What is asked for one day with all that is on it. */
export const dayInput = (state: CalendarState, day: string) => ({
  from: day,
  to: day,
  perDay: 200,
  ...filtersOf(state),
});

/** How many months the lanes show. */
export const laneMonths = 12;

/** What is asked for a year of lanes that begins with the month. */
export const lanesInput = (state: CalendarState) => ({
  from: `${state.month}-01`,
  to: monthSpan(monthAfter(state.month, laneMonths - 1)).last,
  ...filtersOf(state),
});
