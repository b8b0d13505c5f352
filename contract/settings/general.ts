import { holidayRegions } from "../time/holidays.ts";
import { isTimeZone } from "../time/time-zone.ts";
import { usualCalendar } from "../time/work-calendar.ts";
import { workingDays } from "../time/working-days.ts";
import { readColor } from "../values/color.ts";
import { z } from "../zod.ts";

const numberRange = (prefix: string, digits: number) =>
  z
    .strictObject({
      prefix: z.string().regex(/^[A-Z0-9-]{0,8}$/, {
        error: "Nummernkreis: Vorsatz aus höchstens 8 Großbuchstaben, Ziffern und Strichen.",
      }),
      digits: z
        .number({ error: "Nummernkreis: Bitte eine Zahl angeben." })
        .int({ error: "Nummernkreis: Bitte eine ganze Zahl angeben." })
        .min(1, { error: "Nummernkreis: Mindestens 1 Stelle." })
        .max(8, { error: "Nummernkreis: Höchstens 8 Stellen." }),
    })
    .default({ prefix, digits });

/** What the agency calls itself, how the portal looks, and how it counts. */
export const generalSettings = z.strictObject({
  agencyName: z.string().trim().max(80, { error: "Name: Höchstens 80 Zeichen." }).default(""),
  /** The key of an uploaded image; null for the portal's own logo. */
  logoKey: z.string().max(64).nullable().default(null),
  /** `#rrggbb`; null for the portal's own red. */
  primaryColor: z
    .string()
    .nullable()
    .refine((color) => color === null || "value" in readColor(color), {
      error: "Farbe: Bitte eine Farbe wie #b40032 angeben.",
    })
    .default(null),
  timeZone: z.string().refine(isTimeZone, { error: "Zeitzone: Diese gibt es nicht." }).default("Europe/Berlin"),
  workingDays: workingDays.default([...usualCalendar.workingDays]),
  holidayRegion: z
    .enum(holidayRegions, { error: "Feiertage: Bitte ein Bundesland wählen." })
    .default(usualCalendar.holidayRegion),
  numberRanges: z
    .strictObject({
      customer: numberRange("K-", 5),
      device: numberRange("MT-", 5),
      feedback: numberRange("F-", 1),
    })
    .prefault({}),
});
