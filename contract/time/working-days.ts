import { z } from "../zod.ts";

/** Days of the week on which somebody works, 0 is Sunday. */
export const workingDays = z
  .array(z.number().int().min(0).max(6), { error: "Arbeitstage: Bitte Tage wählen." })
  .min(1, { error: "Arbeitstage: Mindestens ein Tag." })
  .max(7, { error: "Arbeitstage: Höchstens sieben Tage." })
  .refine((days) => new Set(days).size === days.length, { error: "Arbeitstage: Jeden Tag nur einmal." });
