import { id } from "../pagination.ts";
import { z } from "../zod.ts";

/** The types whose records often exist twice. */
export const mergeableTypes = ["customer", "contact"] as const;
export type MergeableType = (typeof mergeableTypes)[number];

export function isMergeable(type: string): type is MergeableType {
  return (mergeableTypes as readonly string[]).includes(type);
}

/** For so long a merge can be taken back. */
export const undoMergeDays = 7;

const versioned = z.strictObject({ id, version: z.number().int().min(1) });

/** What of the merged record the other one takes over: its value instead of the own one, or both. */
const taken = z.enum(["merged", "both"]);
export type Taken = z.infer<typeof taken>;

export const mergeRecords = z.strictObject({
  type: z.enum(mergeableTypes),
  survivor: versioned,
  merged: versioned,
  take: z.record(z.string().min(1).max(60), taken).default({}),
});

export const undoMerge = z.strictObject({ id });

export const listMerges = z.strictObject({ type: z.enum(mergeableTypes), id });

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
