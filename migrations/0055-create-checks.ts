import { type Kysely, sql } from "kysely";

/** What the portal watches, and what it finds out in the records themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createChecks(db);
  await addColumns(db);
  await renameInViews(db);
}

async function createChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("checks")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("part", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("interval_s", "integer", (column) => column.notNull())
    .addColumn("timeout_ms", "integer", (column) => column.notNull())
    .addColumn("priority", "integer", (column) => column.notNull().defaultTo(5))
    .addColumn("is_enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("paused_at", "text")
    .addColumn("paused_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("secret", "text")
    .addColumn("quiet_from", "text")
    .addColumn("quiet_until", "text")
    .addColumn("asked_at", "text")
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull().defaultTo("unknown"))
    .addColumn("status_since", "text")
    .addColumn("cause", "text")
    .addColumn("removed_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  const index = (name: string) => db.schema.createIndex(`checks_${name}`).on("checks");
  await index("target").columns(["target_type", "target_id", "kind", "part"]).unique().execute();
  await index("revision").column("revision").execute();
  await index("paused_by_id").column("paused_by_id").execute();
  await db.schema
    .createTable("check_settings")
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("secret", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addPrimaryKeyConstraint("check_settings_key", ["target_type", "target_id"] as never[])
    .execute();
  await db.schema.createIndex("check_settings_updated_by_id").on("check_settings").column("updated_by_id").execute();
  await db.schema
    .createTable("check_cursor")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("event_id", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("check_revision")
    .addColumn("value", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into check_revision (value) values (0)`.execute(db);
}

const columns: Record<string, Record<string, "text" | "integer">> = {
  websites: {
    ...{ status_since: "text", response_time_ms: "integer", uptime30d: "integer" },
    ...{ certificate_expires_at: "text", checked_at: "text" },
  },
  hosts: { status_since: "text", uptime30d: "integer", checked_at: "text" },
  domains: { state_since: "text", checked_at: "text" },
};

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const [table, added] of Object.entries(columns)) {
    const status = table === "domains" ? "state" : "status";
    await db.schema
      .alterTable(table)
      .addColumn(status, "text", (column) => column.notNull().defaultTo("unknown"))
      .execute();
    for (const [name, type] of Object.entries(added)) await db.schema.alterTable(table).addColumn(name, type).execute();
  }
}

const renamed = { responseTime: "responseTimeMs", uptime: "uptime30d", certificate: "certificateExpiresAt" };

/** Views may show columns that had nothing to show; the others keep their names. */
async function renameInViews(db: Kysely<unknown>): Promise<void> {
  for (const [before, after] of Object.entries(renamed))
    await sql`update saved_views set state_json = replace(state_json, ${`"${before}"`}, ${`"${after}"`})
      where record_type = 'website' and state_json like ${`%"${before}"%`}`.execute(db);
}
