import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/** The larger of two numbers; null where one is, which only some engines would pass over. */
export const larger: (one: unknown, other: unknown) => RawBuilder<number> = byEngine("larger", {
  sqlite: (one, other) => sql`max(${one}, ${other})`,
  postgres: (one, other) =>
    sql`case when ${one} is not null and ${other} is not null then greatest(${one}, ${other}) end`,
});

const [min, max] = [sql.raw("-9223372036854775808"), sql.raw("9223372036854775807")];

/** A number without its fraction; one beyond 64 bits stays at their end, which Postgres would refuse. */
export const rounded: (value: unknown) => RawBuilder<number> = byEngine("rounded", {
  sqlite: (value) => sql`cast(round(${value}) as bigint)`,
  // Its least and greatest pass over null, which is known again by the end that stands for it.
  postgres: (value) =>
    sql`cast(nullif(least(greatest(round(cast(${value} as numeric)), ${min}), ${max}), ${min}) as bigint)`,
});
