import type { Kysely } from "kysely";

/** What receivers of mail report of a domain, and from which addresses it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("dmarc_reports")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("domain_id", "text", (column) => column.notNull().references("domains.id").onDelete("cascade"))
    .addColumn("org", "text", (column) => column.notNull())
    .addColumn("report_id", "text", (column) => column.notNull())
    .addColumn("policy", "text", (column) => column.notNull())
    .addColumn("begins_at", "text", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .addColumn("messages", "integer", (column) => column.notNull())
    .addColumn("passed", "integer", (column) => column.notNull())
    .addColumn("uploaded_at", "text", (column) => column.notNull())
    .addColumn("uploaded_by_id", "text")
    .execute();
  await db.schema
    .createIndex("dmarc_reports_once")
    .on("dmarc_reports")
    .columns(["domain_id", "org", "report_id"])
    .unique()
    .execute();
  await db.schema
    .createTable("dmarc_sources")
    .addColumn("dmarc_report_id", "text", (column) =>
      column.notNull().references("dmarc_reports.id").onDelete("cascade"),
    )
    .addColumn("ip", "text", (column) => column.notNull())
    .addColumn("messages", "integer", (column) => column.notNull())
    .addColumn("passed", "integer", (column) => column.notNull())
    .addColumn("dkim_passed", "integer", (column) => column.notNull())
    .addColumn("spf_passed", "integer", (column) => column.notNull())
    .addColumn("stopped", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("dmarc_sources_key", ["dmarc_report_id", "ip"] as never[])
    .execute();
}
