import type { Kysely } from "kysely";

/** What is broken, whom it hits, what happened in it, and who was told of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIncidents(db);
  await db.schema
    .createTable("incident_members")
    .addColumn("incident_id", "text", (column) => column.notNull().references("incidents.id").onDelete("cascade"))
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("customer_id", "text", (column) => column.references("customers.id").onDelete("set null"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("cause", "text")
    .addColumn("certificate", "text")
    .addColumn("is_flapping", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("since", "text", (column) => column.notNull())
    .addColumn("until", "text")
    .addPrimaryKeyConstraint("incident_members_key", ["incident_id", "target_type", "target_id"] as never[])
    .execute();
  await db.schema
    .createIndex("incident_members_target")
    .on("incident_members")
    .columns(["target_type", "target_id", "until"])
    .execute();
  await db.schema
    .createIndex("incident_members_customer_id")
    .on("incident_members")
    .columns(["customer_id", "until"])
    .execute();

  await db.schema
    .createTable("incident_entries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("incident_id", "text", (column) => column.notNull().references("incidents.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("text", "text")
    .addColumn("by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("client_id", "text")
    .execute();
  await db.schema
    .createIndex("incident_entries_incident_id")
    .on("incident_entries")
    .columns(["incident_id", "at", "id"])
    .execute();
  await db.schema.createIndex("incident_entries_by_id").on("incident_entries").column("by_id").execute();
  await db.schema
    .createIndex("incident_entries_client_id")
    .on("incident_entries")
    .columns(["incident_id", "client_id"])
    .unique()
    .execute();

  // A person is told of the same occasion of an incident once, whoever tries it again.
  await db.schema
    .createTable("incident_messages")
    .addColumn("incident_id", "text", (column) => column.notNull().references("incidents.id").onDelete("cascade"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("occasion", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("incident_messages_key", ["incident_id", "user_id", "occasion"] as never[])
    .execute();
  await db.schema.createIndex("incident_messages_user_id").on("incident_messages").column("user_id").execute();

  // What has failed once and may be down soon.
  await db.schema
    .createTable("incident_suspects")
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("incident_suspects_key", ["target_type", "target_id"] as never[])
    .execute();
}

async function createIncidents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("incidents")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("sort_title", "text", (column) => column.notNull())
    .addColumn("archived_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_by_id", "text", (column) => column.references("users.id"))
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"))
    .addColumn("number", "integer", (column) => column.notNull().unique())
    .addColumn("severity", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("end_reason", "text")
    .addColumn("cause", "text")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("root_type", "text")
    .addColumn("root_id", "text")
    .addColumn("root_label", "text")
    .addColumn("summary", "text")
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .addColumn("tell_after", "text")
    .addColumn("told_at", "text")
    .addColumn("escalated_at", "text")
    .addColumn("reminded", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("absorbed_by_id", "text", (column) => column.references("incidents.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("incidents_list").on("incidents").columns(["archived_at", "sort_title", "id"]).execute();
  await db.schema.createIndex("incidents_state").on("incidents").columns(["state", "archived_at"]).execute();
  await db.schema.createIndex("incidents_root").on("incidents").columns(["root_type", "root_id", "state"]).execute();
  await db.schema.createIndex("incidents_absorbed_by_id").on("incidents").column("absorbed_by_id").execute();
}
