import type { Kysely } from "kysely";

/** What a domain publishes for its mail and its certificates, so that lists can be asked for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const domains = db.schema.alterTable("domains");
  await domains.addColumn("dmarc", "text").execute();
  await domains.addColumn("caa", "text").execute();
}
