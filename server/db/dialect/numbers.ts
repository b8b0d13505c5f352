import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/** The larger of two numbers; null where one is, which only some engines would pass over. */
export const larger: (one: unknown, other: unknown) => RawBuilder<number> = byEngine("larger", {
  sqlite: (one, other) => sql`max(${one}, ${other})`,
  postgres: (one, other) =>
    sql`case when ${one} is not null and ${other} is not null then greatest(${one}, ${other}) end`,
});
