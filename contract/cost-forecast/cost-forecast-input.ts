import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { termTypes } from "../terms/term-types.ts";
import { z } from "../zod.ts";
import { forecastBys, forecastScenarios } from "./cost-forecast.ts";

const by = z.enum(keysOf(forecastBys)).default("provider");
const scenario = z.enum(keysOf(forecastScenarios)).default("planned");

export const readForecast = z.strictObject({ by, scenario });

/** A record that runs for a time. */
export const readYears = z.strictObject({ type: z.enum(termTypes), id });

export const listForecastItems = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "Monat: Bitte als JJJJ-MM angeben." }),
  scenario,
});
