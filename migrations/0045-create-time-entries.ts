import { type CreateTableBuilder, type Kysely, sql } from "kysely";

/** What was worked for a customer, and the time that runs for a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withRecordColumns(db.schema.createTable("time_entries"))
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("customer_id", "text", (column) => column.notNull().references("customers.id").onDelete("cascade"))
    .addColumn("worked_on", "text", (column) => column.notNull())
    .addColumn("minutes", "integer", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("website_id", "text", (column) => column.references("websites.id").onDelete("set null"))
    .addColumn("contract_id", "text", (column) => column.references("contracts.id").onDelete("set null"))
    .addColumn("billable", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("billed_at", "text")
    .execute();
  const indexes = {
    list: ["archived_at", "sort_title", "id"],
    customer_id: ["customer_id", "worked_on"],
    user_id: ["user_id"],
    website_id: ["website_id"],
    contract_id: ["contract_id"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(`time_entries_${name}`).on("time_entries").columns(columns).execute();
  await db.schema
    .createTable("running_timers")
    .addColumn("user_id", "text", (column) => column.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("customer_id", "text", (column) => column.notNull().references("customers.id").onDelete("cascade"))
    .addColumn("website_id", "text", (column) => column.references("websites.id").onDelete("set null"))
    .addColumn("label", "text", (column) => column.notNull().defaultTo(sql`''`))
    .addColumn("started_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("running_timers_customer_id").on("running_timers").column("customer_id").execute();
  await db.schema.createIndex("running_timers_website_id").on("running_timers").column("website_id").execute();
}

function withRecordColumns(table: CreateTableBuilder<string, never>): CreateTableBuilder<string, string> {
  return table
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("sort_title", "text", (column) => column.notNull())
    .addColumn("archived_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_by_id", "text", (column) => column.references("users.id"))
    .addColumn("updated_by_id", "text", (column) => column.references("users.id"));
}
