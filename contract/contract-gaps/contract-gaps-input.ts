import { id, limit, page } from "../pagination.ts";
import { listTypes } from "../records/record-types.ts";
import { z } from "../zod.ts";
import { allGapKinds } from "./contract-gaps.ts";

const kind = z.enum(allGapKinds);

export const listGaps = z.strictObject({
  kind: kind.optional(),
  /** Only those that somebody has settled. */
  settled: z.boolean().default(false),
  page: page.default(1),
  limit: limit.default(50),
});

const gap = { kind, type: z.enum(listTypes), id };

/** `facts` are those that the person saw; the gap is not settled when they have changed since. */
export const settleGap = z.strictObject({
  ...gap,
  facts: z.string().max(400),
  reason: z.string().trim().min(3, "Grund: Bitte sag, warum das so bleibt.").max(500, "Grund: Höchstens 500 Zeichen."),
});
export const reopenGap = z.strictObject(gap);
