import type { Kysely } from "kysely";

/** What a plugin inside a website reports of it, and the secret that it signs its reports with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_reporters")
    .addColumn("website_id", "text", (column) =>
      column.primaryKey().notNull().references("websites.id").onDelete("cascade"),
    )
    .addColumn("public_id", "text", (column) => column.notNull().unique())
    .addColumn("sealed_secret", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_at", "text")
    .addColumn("last_stamp", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("report_json", "text")
    .addColumn("vulnerabilities_json", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
