import type { Kysely } from "kysely";

/** What runs over websites found of law and quality, and how each website stands by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("legal_runs")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("website_id", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("uncheckable", "text")
    .addColumn("without_browser", "text")
    .addColumn("bad", "integer", (column) => column.notNull())
    .addColumn("warn", "integer", (column) => column.notNull())
    .addColumn("info", "integer", (column) => column.notNull())
    .addColumn("figures_json", "text", (column) => column.notNull())
    .addColumn("rules_json", "text", (column) => column.notNull())
    .addColumn("record_json", "text")
    .addColumn("picture", "text")
    .execute();
  await db.schema.createIndex("legal_runs_website").on("legal_runs").columns(["website_id", "at"]).execute();
  await db.schema
    .createTable("legal_findings")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("website_id", "text", (column) => column.notNull())
    .addColumn("rule", "text", (column) => column.notNull())
    .addColumn("part", "text", (column) => column.notNull())
    .addColumn("level", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("page_url", "text", (column) => column.notNull())
    .addColumn("evidence_json", "text", (column) => column.notNull())
    .addColumn("first_seen_at", "text", (column) => column.notNull())
    .addColumn("last_seen_at", "text", (column) => column.notNull())
    .addColumn("gone_at", "text")
    .addColumn("accepted_at", "text")
    .addColumn("accepted_by_id", "text")
    .addColumn("accepted_reason", "text")
    .execute();
  await db.schema
    .createIndex("legal_findings_key")
    .on("legal_findings")
    .columns(["website_id", "rule", "part"])
    .unique()
    .execute();
  await db.schema.alterTable("websites").addColumn("legal_state", "text").execute();
  await db.schema.alterTable("websites").addColumn("legal_findings", "integer").execute();
}
