import type { Ref } from "../records/fields.ts";
import type { TermType } from "../terms/term-types.ts";
import { addMonths } from "../time/today.ts";

export const forecastMonths = 12;

/** By whom amounts are told apart. */
export const forecastBys = { provider: "Anbieter", customer: "Kunde" } as const;
export type ForecastBy = keyof typeof forecastBys;

/** As it was decided, or as if everything undecided were cancelled to its next end. */
export const forecastScenarios = { planned: "Wie geplant", cancelOpen: "Alle offenen kündigen" } as const;
export type ForecastScenario = keyof typeof forecastScenarios;

/** What is paid and what is invoiced, month by month. */
export interface MonthlyAmounts {
  costCents: number[];
  revenueCents: number[];
}

export interface ForecastGroup extends MonthlyAmounts {
  /** The id of the provider or the customer; a word for what has none. */
  key: string;
  label: string;
  /** How many are in it, for the one that holds those for whom there is no colour. */
  others?: number;
}

/** Twelve months of costs and revenue by the months in which they are paid and invoiced. */
export interface CostForecast {
  /** `YYYY-MM`, the one of today first. */
  months: string[];
  /** The largest ones, then the others as one. */
  groups: ForecastGroup[];
  total: MonthlyAmounts;
  /** What is undecided, and what would fall away with it in these months. */
  open: { count: number; costCents: number; revenueCents: number };
  /** What has a price, but no date to count from. */
  undated: { count: number; costCents: number; revenueCents: number };
}

/** One payment or invoice. */
export interface ForecastItem {
  /** `YYYY-MM-DD`. */
  on: string;
  record: Ref & { type: TermType };
  customer: Ref | null;
  provider: string | null;
  costCents: number;
  revenueCents: number;
  /** It falls away when everything undecided is cancelled. */
  isOpen: boolean;
}

export interface ForecastItems {
  items: ForecastItem[];
  totalItems: number;
}

/** What one record cost and brought in a year, or will by what is known. */
export interface RecordYear {
  year: number;
  costCents: number;
  revenueCents: number;
}

/** How far back the years of a record are added up. */
export const maxYears = 20;

/** How many groups have a colour of their own. */
export const maxGroups = 5;
/** How many payments of a month are named. */
export const maxForecastItems = 200;

/** The months of a forecast that is made on a day. */
export const monthsFrom = (today: string): string[] =>
  Array.from({ length: forecastMonths }, (_, at) => addMonths(`${today.slice(0, 7)}-01`, at).slice(0, 7));
