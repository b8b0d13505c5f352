import type { Ref } from "../records/fields.ts";

/** What a window of maintenance is about. */
export const maintenanceScopes = { all: "Alles", customer: "Kunden", host: "Hoster", website: "Websites" } as const;
export type MaintenanceScope = keyof typeof maintenanceScopes;

export const maintenanceViews = { upcoming: "Läuft und geplant", past: "Vorbei" } as const;
export type MaintenanceView = keyof typeof maintenanceViews;

/** How long „jetzt“ lasts. */
export const adHocMinutes = 30;
/** So many customers, hosts or websites one window names. */
export const maxTargets = 200;
/** A window lasts at most so long; what takes longer is a pause. */
export const maxWindowDays = 14;

export interface MaintenanceWindow {
  id: string;
  title: string;
  scope: MaintenanceScope;
  /** What it is about, by name; empty for everything. */
  targets: Ref[];
  /** The first time, or the only one. */
  startsAt: Date;
  endsAt: Date;
  /** An RRULE of RFC 5545 by days; null for once. */
  rrule: string | null;
  /** Nothing alarms, and it does not count for the uptime. */
  isSilent: boolean;
  /** The time that runs now or comes next; null when it is over. */
  next: { from: Date; until: Date } | null;
  isRunning: boolean;
  createdBy: Ref | null;
  version: number;
}

/** A time in which a window runs, as the calendar shows it. */
export interface MaintenanceTime {
  /** Of the window. */
  id: string;
  title: string;
  from: Date;
  until: Date;
  /** The days of the portal's calendar that it touches, of those that were asked for. */
  days: string[];
}
