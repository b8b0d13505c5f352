import { type Kysely, sql } from "kysely";

/** Lists of incidents open with what is open, then with what is over, however it ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("incidents")
    .addColumn("state_rank", "integer", (column) =>
      column.generatedAlwaysAs(sql`case state when 'open' then 0 when 'claimed' then 1 else 2 end`),
    )
    .execute();
}
