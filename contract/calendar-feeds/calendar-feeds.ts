import type { DeadlineKind } from "../deadlines/deadlines.ts";
import { keysOf } from "../narrowing.ts";

/** Whose deadlines a feed has. */
export const feedScopes = {
  mine: "Meine Fristen",
  all: "Alle Fristen",
} as const;
export type FeedScope = keyof typeof feedScopes;
export const feedScopeKeys = keysOf(feedScopes);

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

/** A feed as its owner sees it; its address is shown once, when it is made. */
export interface CalendarFeed {
  id: string;
  name: string;
  scope: FeedScope;
  categories: FeedCategory[];
  /** The first characters of the secret in its address, to tell addresses apart. */
  hint: string;
  createdAt: Date;
  renewedAt: Date | null;
  lastUsedAt: Date | null;
}

/** A feed whose address can be read this once. */
export interface OpenedFeed extends CalendarFeed {
  url: string;
}
