import type { Kysely } from "kysely";

/** What websites run on, how up to date that is, and which of it the portal has found out itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["technologies", "updates", "php_support"])
    await db.schema.alterTable("websites").addColumn(column, "text").execute();
  await db.schema
    .alterTable("websites")
    .addColumn("detected", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
}
