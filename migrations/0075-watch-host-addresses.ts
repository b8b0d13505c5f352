import type { Kysely } from "kysely";

/** How full hosts were, day by day, and whether the portal looks for open ports there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("host_usage_days")
    .addColumn("host_id", "text", (column) => column.notNull().references("hosts.id").onDelete("cascade"))
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("percent", "real", (column) => column.notNull())
    .addPrimaryKeyConstraint("host_usage_days_key", ["host_id", "day"] as never[])
    .execute();
  await db.schema
    .alterTable("hosts")
    .addColumn("scans_ports", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
