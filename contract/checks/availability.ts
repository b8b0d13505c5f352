import { keysOf } from "../narrowing.ts";
import type { Phase } from "./kinds.ts";
import type { StateSpan } from "./segments.ts";

/** How far back availability looks. */
export const availabilityRanges = { "24h": "24 h", "7d": "7 T", "30d": "30 T", "1y": "1 J" } as const;
export type AvailabilityRange = keyof typeof availabilityRanges;
export const availabilityRangeNames = keysOf(availabilityRanges);

/** What was measured in one stretch of time. */
export interface AvailabilityPoint extends StateSpan {
  /** Averages in milliseconds; a phase is absent where it was not measured. */
  phases: Partial<Record<Phase, number>>;
  /** Of a hundred answers five took longer; null where too few were measured. */
  p95: number | null;
}

/** An incident or a maintenance in the time that is looked at. */
export interface AvailabilityMark {
  id: string;
  title: string;
  from: Date;
  to: Date | null;
  /** Where more is said of it. */
  href: string | null;
}

export interface Availability {
  range: AvailabilityRange;
  from: Date;
  to: Date;
  /** How long each point stands for. */
  stepSeconds: number;
  points: AvailabilityPoint[];
  /** Basis points; null where nothing is known. */
  uptime: number | null;
  /** Response times by vantage point, a value for each point in time; of the last day alone, and empty where the portal alone looks. */
  byVantagePoint: { id: string; name: string; values: (number | null)[] }[];
  incidents: AvailabilityMark[];
  windows: AvailabilityMark[];
}
