import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/**
 * The time by the clock of the database, so many seconds later: for what nodes compare whose own clocks differ. On Postgres
 * it is the moment at which the transaction began, which is never after the moment of what it reads.
 */
export const databaseTime: (secondsLater: number) => RawBuilder<string> = byEngine("databaseTime", {
  sqlite: (seconds) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${seconds} || ' seconds')`,
  postgres: (seconds) =>
    sql`to_char((now() + make_interval(secs => ${seconds})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
});
