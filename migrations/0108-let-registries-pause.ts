import type { Kysely } from "kysely";

/** Whether a registry wants to be left alone, in whose words, and how often in a row it has said so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("lookup_paces")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("lookup_paces").addColumn("error", "text").execute();
}
