import { keysOf } from "../narrowing.ts";
import { minuteMs, secondMs } from "../time/durations.ts";

/** The portal itself, among the vantage points of a check. */
export const portalPoint = "portal";

/** How many of the vantage points that report have to find something down until it counts as offline. */
export const vantageRules = {
  majority: "wenn die Mehrheit nicht durchkommt",
  all: "wenn keiner durchkommt",
  any: "wenn einer nicht durchkommt",
} as const;
export type VantageRule = keyof typeof vantageRules;
export const vantageRuleNames = keysOf(vantageRules);

/** From where a check is made, by the ids of vantage points, and what their results come to together. */
export interface Vantage {
  points: readonly string[];
  rule: VantageRule;
}

/** The vantage point whose response times, certificates and page facts stand for the check: the portal where it takes part. */
export function leadOf({ points }: Pick<Vantage, "points">): string | undefined {
  return points.includes(portalPoint) ? portalPoint : points[0];
}

/** Agents ask every five seconds: whoever has not for this long is silent, and nobody is down by their word. */
export const silentAfterMs = 90 * secondMs;
/** Agents take the time from the portal; the clock of their host still decides whether certificates are valid. */
export const maxClockOffMs = minuteMs;
export const maxVantagePoints = 20;
/** What one record may be looked at from. */
export const maxPointsOfCheck = 6;

export const vantagePointStates = {
  online: "Meldet sich",
  silent: "Meldet sich nicht",
  clockOff: "Uhr geht falsch",
  waiting: "Noch nie gemeldet",
  revoked: "Token widerrufen",
} as const;
export type VantagePointState = keyof typeof vantagePointStates;

interface Known {
  hasToken: boolean;
  lastAt: Date | null;
  /** How far the clock of its host is ahead. */
  clockOffMs: number;
}

export function stateOfPoint({ hasToken, lastAt, clockOffMs }: Known, now: Date): VantagePointState {
  if (!hasToken) return "revoked";
  if (lastAt === null) return "waiting";
  if (now.getTime() - lastAt.getTime() > silentAfterMs) return "silent";
  return Math.abs(clockOffMs) > maxClockOffMs ? "clockOff" : "online";
}

/** A vantage point as admins see it; its token is shown once, when it is made. */
export interface VantagePointView extends Known {
  id: string;
  name: string;
  /** The first characters of the token; empty where it was revoked. */
  hint: string;
  state: VantagePointState;
  createdAt: Date;
  renewedAt: Date | null;
  /** Of the agent, as it says itself. */
  version: string | null;
  /** Results that the agent still held when it reported last. */
  heldResults: number;
  /** How many checks are made from it. */
  checks: number;
}

export interface OpenedVantagePoint extends VantagePointView {
  token: string;
}

/** A vantage point among those that something can be checked from. */
export interface VantageChoice {
  id: string;
  name: string;
  state: VantagePointState;
}
