import type { Kysely } from "kysely";

/** Whether an ending delegates a domain, as it said last, beside the domain: lists ask for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("domains").addColumn("delegation", "text").execute();
}
