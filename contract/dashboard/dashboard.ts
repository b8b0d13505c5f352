import type { DeadlineRow, DeadlineTargetType } from "../deadlines/deadline-rows.ts";
import type { Ref } from "../records/fields.ts";
import type { MainType } from "../records/record-types.ts";
import type { Need } from "./needs.ts";

/** How far ahead the dashboard can look for what is due, in days, and how far it does unless asked otherwise. */
export const dueSpans = [30, 60, 90] as const;
export type DueSpan = (typeof dueSpans)[number];
export const dueDays: DueSpan = 60;
/** How far ahead it looks for what renews itself, in thirds. */
export const renewalDays = 90;
/** What is due within so many days is said in the headline. */
export const soonDays = 4;

/** Mine: what a person has to do or takes care of. Team: what belongs to nobody. */
export const whose = ["mine", "team", "all"] as const;
export type Whose = (typeof whose)[number];

/** A deadline with what can be done about it where it is listed. */
export interface Deadline extends DeadlineRow {
  /** What it is about; itself where it is a date of its own. */
  record: Ref & { type: DeadlineTargetType | "deadline" };
  /** The version of a record about which the person can decide here; absent where nothing is to be decided. */
  toDecide?: number;
  /** Whom a reminder would reach; nobody where the date concerns only the person. */
  toRemind: Ref | null;
}

export interface DueSummary {
  total: number;
  overdue: number;
  /** Due within the next `soonDays`, today included. */
  soon: number;
  /** The last date among those. */
  soonUntil: string | null;
}

export interface DueList {
  /** Whose needs these are. */
  whose: Whose;
  summary: Record<Whose, DueSummary>;
  /** `YYYY-MM-DD` by the portal's calendar. */
  today: string;
  /** The first of them by rank. */
  needs: Need[];
}

/** A number that leads to the list of exactly those records. */
export interface Figure {
  label: string;
  count: number;
  href: string;
}

export interface TypeCount {
  type: MainType;
  total: number;
  /** Records in which something is missing that somebody should know. */
  missing: Figure[];
}

export interface Counts {
  types: TypeCount[];
  due: Figure[];
}

/** Everything that renews itself on one day. Amounts are in cents and absent for those who may not see prices. */
export interface RenewalDay {
  /** `YYYY-MM-DD` by the portal's calendar. */
  on: string;
  domains: number;
  hosts: number;
  contracts: number;
  /** Domains whose renewal nobody has decided on. */
  undecided: number;
  costCents?: number;
  revenueCents?: number;
}

export interface Renewals {
  /** `YYYY-MM-DD` by the portal's calendar: the first of `renewalDays` days. */
  today: string;
  days: RenewalDay[];
}

export interface RecentChange {
  at: Date;
  actor: Ref | null;
  record: Ref & { type: MainType };
  verb: string;
}

/** The first steps of an empty portal; a step is done when the portal holds what it asks for. */
export interface ChecklistStep {
  key: "website" | "customer" | "domain" | "host" | "device" | "team" | "mail" | "secondFactor" | "backup";
  done: boolean;
}
