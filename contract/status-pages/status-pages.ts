import type { Ref } from "../records/fields.ts";

/**
 * What the portal shows outside without a session: a status page tells a customer how their websites are, a wall shows
 * the office how everything is.
 */
export const statusPageKinds = { status: "Statusseite", wall: "Bildschirm" } as const;
export type StatusPageKind = keyof typeof statusPageKinds;

export const maxStatusPages = 200;
export const maxSitesPerPage = 100;
/** How far back a status page looks. */
export const statusPageDays = 90;

/** A page as those who keep it see it; its URL is shown once, when it is made or renewed. */
export interface StatusPage {
  id: string;
  kind: StatusPageKind;
  name: string;
  /** Whose page it is; null for a wall. */
  customer: Ref | null;
  /** The websites it shows, in their order; none for a wall, which shows all that are watched. */
  websites: Ref[];
  /** The first characters of the secret in its URL, to tell URLs apart. */
  hint: string;
  createdAt: Date;
  createdBy: Ref | null;
  renewedAt: Date | null;
}

/** A page whose URL can be read this once. */
export interface OpenedStatusPage extends StatusPage {
  url: string;
}

export type PublicState = "online" | "degraded" | "offline" | "maintenance" | "unknown" | "paused";

export interface PublicSite {
  name: string;
  state: PublicState;
  /** Basis points of the last `statusPageDays` days; null where nothing is known. */
  uptime: number | null;
  /** One for each day, the newest last. */
  days: PublicState[];
}

/** Something that went wrong, in plain words: which of the shown websites could not be reached, from when to when. */
export interface PublicIncident {
  /** Stays the same for as long as the page has the same URL, and says nothing else. */
  key: string;
  sites: string[];
  startedAt: Date;
  endedAt: Date | null;
}

export interface PublicMaintenance {
  key: string;
  sites: string[];
  startsAt: Date;
  endsAt: Date;
}

/** Everything that a status page says, and nothing beside it. */
export interface PublicStatusPage {
  title: string;
  /** Who keeps it: the agency's name. */
  agency: string;
  hasLogo: boolean;
  /** `#rrggbb`; null for none of their own. */
  color: string | null;
  at: Date;
  state: PublicState;
  sites: PublicSite[];
  incidents: PublicIncident[];
  maintenance: PublicMaintenance[];
}

export interface WallThing {
  name: string;
  state: PublicState;
  /** Since when it is in this state; null where that is not known. */
  since: Date | null;
}

/** Everything that a wall says: names and states. */
export interface WallView {
  title: string;
  at: Date;
  websites: WallThing[];
  hosts: WallThing[];
}

const sentences: Record<PublicState, string> = {
  online: "Alles läuft",
  degraded: "Einzelne Seiten antworten eingeschränkt",
  offline: "Es gibt eine Störung",
  maintenance: "Gerade läuft eine Wartung",
  unknown: "Der Zustand ist gerade nicht bekannt",
  paused: "Die Überwachung macht gerade Pause",
};

/** „Alles läuft“: the state of a whole page. */
export const stateSentence = (state: PublicState): string => sentences[state];

const byBadness: readonly PublicState[] = ["offline", "degraded", "maintenance", "unknown", "paused", "online"];

/** The worst of several states; what is not known or paused counts only where nothing else is known. */
export function worstOf(states: readonly PublicState[]): PublicState {
  const known = states.filter((state) => state !== "unknown" && state !== "paused");
  const all = known.length > 0 ? known : states;
  return byBadness.find((state) => all.includes(state)) ?? "unknown";
}
