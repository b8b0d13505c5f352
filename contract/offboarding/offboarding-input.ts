import { checkIn } from "../devices/movement-input.ts";
import { id } from "../pagination.ts";
import { recordTypes } from "../records/record-types.ts";
import { z } from "../zod.ts";

export const offboardingOf = z.strictObject({ id });

/** Devices of this person come back; those that are not theirs any more are left alone. */
export const takeBack = checkIn.extend({ id });

/** Everything of these types, or all of it, becomes somebody else's. */
export const handOver = z.strictObject({
  id,
  toId: z.string({ error: "Übergeben an: Pflichtfeld." }).min(1, "Übergeben an: Pflichtfeld.").max(64),
  types: z
    .array(z.enum([...recordTypes, "task"]))
    .min(1, "Was: Bitte wähle mindestens eines.")
    .optional(),
});
