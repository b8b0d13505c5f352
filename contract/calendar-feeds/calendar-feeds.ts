import type { DeadlineKind } from "../deadlines/deadlines.ts";
import { keysOf } from "../narrowing.ts";
import type { Ref } from "../records/fields.ts";
import type { TaskGroup } from "../tasks/tasks.ts";

/** Whose deadlines a feed has. */
export const feedScopes = {
  mine: "Meine Fristen",
  team: "Fristen eines Teams",
  customer: "Fristen eines Kunden",
  all: "Alle Fristen",
} as const;
export type FeedScope = keyof typeof feedScopes;
export const feedScopeKeys = keysOf(feedScopes);

/** When a calendar speaks up, in days before a deadline; at nine in the morning. */
export const feedAlarms = {
  0: "Am Tag selbst, 9 Uhr",
  1: "Am Tag davor, 9 Uhr",
  3: "3 Tage davor, 9 Uhr",
  7: "7 Tage davor, 9 Uhr",
  14: "14 Tage davor, 9 Uhr",
} as const;
export type FeedAlarm = keyof typeof feedAlarms;
export const feedAlarmDays = [0, 1, 3, 7, 14] as const satisfies readonly FeedAlarm[];

/** What a feed can have, in the order in which it is chosen. */
export const feedCategories = {
  domain: "Domains & Hosting",
  contract: "Verträge & AVV",
  device: "Geräte & Rückgaben",
  page: "Wiki-Seiten prüfen",
  feedback: "Feedback",
  task: "Aufgaben & eigene Termine",
} as const;
export type FeedCategory = keyof typeof feedCategories;
export const feedCategoryKeys = keysOf(feedCategories);

/** In which colour calendars may show a category, by its name in CSS 3; close to those of the lanes in the portal. */
export const feedColors: Record<FeedCategory, string> = {
  domain: "steelblue",
  contract: "darkorange",
  device: "seagreen",
  page: "slategray",
  feedback: "mediumpurple",
  task: "teal",
};

/** The kinds of deadlines by the category under which a feed has them. */
export const feedDeadlines: Record<DeadlineKind, FeedCategory> = {
  domainRenewal: "domain",
  domainCancel: "domain",
  nis2Verification: "domain",
  tlsExpiry: "domain",
  hostRenewal: "domain",
  hostCancel: "domain",
  contractEnd: "contract",
  contractCancel: "contract",
  avvReview: "contract",
  warrantyEnd: "device",
  leasingEnd: "device",
  deviceReturn: "device",
  deviceAudit: "device",
  eol: "device",
  wikiReview: "page",
  feedbackDue: "feedback",
  task: "task",
  custom: "task",
};

/** Everybody may keep so many at once. */
export const maxFeeds = 20;

/** A feed as its owner sees it; its URL is shown once, when it is made. */
export interface CalendarFeed {
  id: string;
  name: string;
  scope: FeedScope;
  /** Whose it is, where the scope is a team. */
  team: TaskGroup | null;
  /** Where the scope is a customer; null also when that one is gone, and then nothing is in it. */
  customer: Ref | null;
  categories: FeedCategory[];
  /** Days before each deadline on which calendars remind of it; null for never. */
  alarmDays: FeedAlarm | null;
  /** The first characters of the secret in its URL, to tell URLs apart. */
  hint: string;
  createdAt: Date;
  renewedAt: Date | null;
  lastUsedAt: Date | null;
}

/** A feed whose URL can be read this once. */
export interface OpenedFeed extends CalendarFeed {
  url: string;
}
