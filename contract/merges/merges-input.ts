import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { mergeableTypes } from "./merges.ts";

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
