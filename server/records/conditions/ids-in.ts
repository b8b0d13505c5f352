import { type RawBuilder, sql } from "kysely";

/** Ids given as a JSON array, as rows: one statement serves any number of them. */
export function idsIn(idsJson: string): RawBuilder<string> {
  return sql`(select value from json_each(${idsJson}))`;
}
