import { blockArrangement } from "../dashboard/blocks-input.ts";
import { keysOf } from "../narrowing.ts";
import { z } from "../zod.ts";
import { startPages } from "./preferences.ts";

/** What is absent stays as it is. */
export const updatePreferences = z.strictObject({
  density: z.enum(["comfortable", "compact"], { error: "Dichte: Bitte wähle eine der Möglichkeiten." }).optional(),
  startPage: z.enum(keysOf(startPages), { error: "Startseite: Bitte wähle einen der Bereiche." }).optional(),
  isInvisible: z.boolean({ error: "Unsichtbar: Bitte wähle an oder aus." }).optional(),
  dashboard: blockArrangement.nullable().optional(),
});

export const getPreferences = z.strictObject({});
