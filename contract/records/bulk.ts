import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { newRelations, recordScope } from "./list-input.ts";

/** How many records can be named one by one; more are meant by the scope of their list. */
export const maxSelected = 500;

/** Which records a bulk command means: named ones, or everything that a list finds („Alle Treffer“). */
export const bulkSelection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(maxSelected) }),
  z.strictObject({
    scope: recordScope,
    /** The total that the person saw; the command is refused when it is another one by now. */
    expected: z.number().int().min(0).optional(),
  }),
]);
export type BulkSelection = z.infer<typeof bulkSelection>;

export const changeMany = z.strictObject({ selection: bulkSelection });

const tagIds = z.array(id).max(50).default([]);

export const tagMany = z
  .strictObject({ selection: bulkSelection, add: tagIds, remove: tagIds, newRelations })
  .refine(({ add, remove }) => add.length + remove.length > 0, "Tags: Bitte wähle mindestens einen Tag.")
  .refine(({ add, remove }) => !add.some((tag) => remove.includes(tag)), {
    message: "Tags: Ein Tag kann nicht zugleich hinzugefügt und entfernt werden.",
    path: ["remove"],
  });
export type TagMany = z.infer<typeof tagMany>;

/** At most this many failures are told apart; `failedCount` counts them all. */
export const maxFailuresTold = 1000;

export interface BulkFailure {
  id: string;
  /** Empty when the record is gone. */
  title: string;
  message: string;
}

/** A record as a bulk command left it. */
export const changedRecord = z.strictObject({ id, version: z.number().int().min(1) });
export type ChangedRecord = z.infer<typeof changedRecord>;

export const undoMany = z.strictObject({ changed: z.array(changedRecord).min(1).max(maxSelected) });

export interface BulkResult {
  ok: number;
  /** What was changed, for `undoMany`; absent where it was too much to be taken back at once. */
  changed?: ChangedRecord[];
  failed: BulkFailure[];
  failedCount: number;
}
