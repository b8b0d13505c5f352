import { isOneOf } from "../narrowing.ts";
import { dayMs } from "../time/durations.ts";

/** The types whose records often exist twice. */
export const mergeableTypes = ["customer", "contact"] as const;
export type MergeableType = (typeof mergeableTypes)[number];

/** Whether records of a type can be merged. */
export function isMergeable(type: string): type is MergeableType {
  return isOneOf(mergeableTypes, type);
}

/** How long a merge can be undone. */
export const undoMergeDays = 7;
export const undoMergeMs = undoMergeDays * dayMs;

export interface Merged {
  id: string;
  title: string;
  version: number;
  /** By which it can be taken back. */
  mergeId: string;
}

/** A merge into a record that can still be taken back. */
export interface RecentMerge {
  id: string;
  title: string;
  at: Date;
  by: string | null;
  until: Date;
}

export interface UndoneMerge {
  /** The record that is its own again. */
  id: string;
  title: string;
  /** What stayed as it is because somebody has changed it since, in sentences. */
  kept: string[];
}
