import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/** The days from one date or moment to a later one, with the part of a day that is over; negative where it is earlier. */
export const daysBetween: (from: unknown, to: unknown) => RawBuilder<number> = byEngine("daysBetween", {
  sqlite: (from, to) => sql`(julianday(${to}) - julianday(${from}))`,
  // Times are UTC, so the zone behind them says nothing that the cast has to keep.
  postgres: (from, to) => sql`(extract(epoch from cast(${to} as timestamp) - cast(${from} as timestamp)) / 86400)`,
});
