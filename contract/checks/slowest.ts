import type { CheckStatus } from "./status.ts";

/** How many websites the dashboard shows, and into how many parts it sums up their day. */
export const maxSlowest = 10;
export const slowestParts = 48;

/** A website with the course of its answers over the last 24 hours. */
export interface SlowWebsite {
  id: string;
  label: string;
  status: CheckStatus;
  responseTimeMs: number;
  /** Averages in milliseconds, the oldest first; null where nothing was measured. */
  course: (number | null)[];
}

/** How what is watched is doing, in figures that each lead to a list of exactly those records. */
export interface WatchFigures {
  /** Live websites that are watched, and how many of them are online. */
  websites: { watched: number; online: number };
  averageMs: number | null;
  certificates: number;
  hosts: number;
}
