import type { Kysely } from "kysely";

/** The dashboard counts domains about which nobody has decided; their table is too wide to look through for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("domains_decision")
    .on("domains")
    .columns(["renew_decision", "archived_at", "id"])
    .execute();
}
