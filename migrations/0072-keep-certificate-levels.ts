import type { Kysely } from "kysely";

/** How much of its certificate's life a website has left, in levels; the next look at it fills it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("websites").addColumn("certificate_level", "text").execute();
}
