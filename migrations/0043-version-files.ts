import type { Kysely } from "kysely";

/** Which file another one takes the place of, and which were signed and stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("files").addColumn("replaces_key", "text").execute();
  await db.schema.alterTable("files").addColumn("signed_at", "text").execute();
  await db.schema.createIndex("files_replaces_key").unique().on("files").column("replaces_key").execute();
}
