import { type Kysely, sql } from "kysely";

/**
 * Lists open with what is worst, so that order stands in an index like that of titles. The rank follows from the status
 * in the database itself: whoever writes one cannot forget the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["websites", "hosts"]) {
    const rank = sql`case status when 'offline' then 0 when 'degraded' then 1 when 'unknown' then 2
      when 'maintenance' then 3 when 'paused' then 4 else 5 end`;
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
