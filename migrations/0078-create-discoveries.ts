import { type Kysely, sql } from "kysely";

/** Addresses that somebody has entered, and what was found out about each, step by step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("discoveries")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("discoveries_created_by").on("discoveries").columns(["created_by_id"]).execute();
  await db.schema
    .createTable("discovery_addresses")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("discovery_id", "text", (column) => column.notNull().references("discoveries.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("typed", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "text")
    .addColumn("website_id", "text")
    .execute();
  await db.schema
    .createIndex("discovery_addresses_position")
    .on("discovery_addresses")
    .columns(["discovery_id", "position"])
    .unique()
    .execute();
  await db.schema
    .createIndex("discovery_addresses_waiting")
    .on("discovery_addresses")
    .columns(["position", "discovery_id"])
    .where(sql.ref("state"), "=", "waiting")
    .execute();
  await db.schema
    .createTable("discovery_steps")
    .addColumn("address_id", "text", (column) =>
      column.notNull().references("discovery_addresses.id").onDelete("cascade"),
    )
    .addColumn("step", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("text", "text")
    .addColumn("answer_json", "text")
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("discovery_steps_key", ["address_id", "step"] as never[])
    .execute();
}
