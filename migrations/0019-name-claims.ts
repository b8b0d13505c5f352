import type { Kysely } from "kysely";

/** Says which process has taken up what is under way, so that it is let go at once when that process is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["mails", "webhook_deliveries", "api_requests"])
    await db.schema.alterTable(table).addColumn("claimed_by", "text").execute();
}
