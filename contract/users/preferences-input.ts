import { z } from "../zod.ts";
import { type StartPage, startPages } from "./preferences.ts";

const pages = Object.keys(startPages) as [StartPage, ...StartPage[]];

/** What is absent stays as it is. */
export const updatePreferences = z.strictObject({
  density: z.enum(["comfortable", "compact"], { error: "Dichte: Bitte wähle eine der Möglichkeiten." }).optional(),
  startPage: z.enum(pages, { error: "Startseite: Bitte wähle einen der Bereiche." }).optional(),
  isInvisible: z.boolean({ error: "Unsichtbar: Bitte wähle an oder aus." }).optional(),
});

export const getPreferences = z.strictObject({});
