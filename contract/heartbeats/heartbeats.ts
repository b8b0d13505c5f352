import { keysOf } from "../narrowing.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../time/durations.ts";

/** What can report, and so be missed when it does not. */
export const heartbeatTargets = ["website", "host"] as const;
export type HeartbeatTarget = (typeof heartbeatTargets)[number];

/** What reports: some of them say more than that they are there. */
export const heartbeatKinds = {
  cron: "Cron-Job",
  backup: "Backup",
  server: "Server mit Auslastung",
  cms: "WordPress oder TYPO3",
} as const;
export type HeartbeatKind = keyof typeof heartbeatKinds;
export const heartbeatKindNames = keysOf(heartbeatKinds);

/** What of it makes sense on which record. */
export const kindsOfTarget: Record<HeartbeatTarget, readonly HeartbeatKind[]> = {
  website: ["cron", "backup", "cms"],
  host: ["server", "cron", "backup"],
};

const seconds = (ms: number) => ms / secondMs;

/** How often something reports, in seconds. */
export const heartbeatIntervals = {
  [seconds(minuteMs)]: "jede Minute",
  [seconds(5 * minuteMs)]: "alle 5 Minuten",
  [seconds(15 * minuteMs)]: "alle 15 Minuten",
  [seconds(hourMs)]: "stündlich",
  [seconds(6 * hourMs)]: "alle 6 Stunden",
  [seconds(dayMs)]: "täglich",
  [seconds(7 * dayMs)]: "wöchentlich",
  [seconds(31 * dayMs)]: "monatlich",
} as const;

export const usualInterval: Record<HeartbeatKind, number> = {
  cron: seconds(hourMs),
  backup: seconds(dayMs),
  server: seconds(5 * minuteMs),
  cms: seconds(hourMs),
};

/** How long after its time a report may come: a job takes as long as it takes, and clocks differ. */
export function graceFor(everySeconds: number): number {
  return Math.min(seconds(6 * hourMs), Math.max(60, Math.round(everySeconds / 10)));
}

export const maxHeartbeats = 50;

/** A server that is fuller than this soon stops working. */
export const fullDiskPercent = 85;

/** What a server tells of itself. */
export interface HostUsage {
  load: number | null;
  diskPercent: number | null;
  memoryPercent: number | null;
}

export const heartbeatStates = {
  waiting: "Wartet auf die erste Meldung",
  up: "In Ordnung",
  down: "Meldet einen Fehler",
  late: "Überfällig",
} as const;
export type HeartbeatState = keyof typeof heartbeatStates;

interface Beat {
  createdAt: Date;
  lastAt: Date | null;
  isDown: boolean;
  everySeconds: number;
  graceSeconds: number;
}

/** How a heartbeat is at a time. Until its first report it has as long as between two. */
export function stateOf({ createdAt, lastAt, isDown, everySeconds, graceSeconds }: Beat, now: Date): HeartbeatState {
  const latest = (lastAt ?? createdAt).getTime() + (everySeconds + graceSeconds) * secondMs;
  if (now.getTime() > latest) return "late";
  if (!lastAt) return "waiting";
  return isDown ? "down" : "up";
}

/** A heartbeat as everybody who reads its record sees it; its URL is shown once, when it is made. */
export interface HeartbeatView {
  id: string;
  kind: HeartbeatKind;
  label: string;
  /** The first characters of the secret in its URL, to tell URLs apart. */
  hint: string;
  everySeconds: number;
  graceSeconds: number;
  state: HeartbeatState;
  createdAt: Date;
  renewedAt: Date | null;
  lastAt: Date | null;
  message: string | null;
  pingMs: number | null;
  usage: HostUsage | null;
}

/** A heartbeat whose URL can be read this once. */
export interface OpenedHeartbeat extends HeartbeatView {
  url: string;
}
