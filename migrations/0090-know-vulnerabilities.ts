import type { Kysely } from "kysely";

/** Known vulnerabilities of what runs in the websites, and how many each website has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("known_vulnerabilities")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("ranges_json", "text", (column) => column.notNull())
    .addColumn("patched_in", "text")
    .addColumn("score", "real")
    .addColumn("url", "text")
    .addPrimaryKeyConstraint("known_vulnerabilities_key", ["kind", "slug", "id"] as never[])
    .execute();
  await db.schema.alterTable("websites").addColumn("vulnerabilities", "integer").execute();
}
