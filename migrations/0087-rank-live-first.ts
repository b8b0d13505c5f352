import { type Kysely, sql } from "kysely";

const live = { websites: "('live')", hosts: "('active', 'replacing')" };

/** What is planned or shut down is watched by nobody: in lists that open with what is worst it stands behind what is well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, lifecycles] of Object.entries(live)) {
    const rank = sql`case status when 'offline' then 0 when 'degraded' then 1
      when 'unknown' then case when lifecycle in ${sql.raw(lifecycles)} then 2 else 6 end
      when 'maintenance' then 3 when 'paused' then 4 else 5 end`;
    await db.schema.dropIndex(`${table}_status_rank`).execute();
    await db.schema.alterTable(table).dropColumn("status_rank").execute();
    await db.schema
      .alterTable(table)
      .addColumn("status_rank", "integer", (column) => column.generatedAlwaysAs(rank))
      .execute();
    await db.schema
      .createIndex(`${table}_status_rank`)
      .on(table)
      .columns(["archived_at", "status_rank", "sort_title", "id"])
      .execute();
  }
}
