import { type Kysely, sql } from "kysely";

/**
 * Every date on which somebody has to act, derived from the records or entered by hand; what is over stays as history.
 * The portal fills it in when it starts. What people have put away follows the deadline from now on, not its record: a
 * new term asks anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deadlines")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("target_type", "text")
    .addColumn("target_id", "text")
    .addColumn("title", "text")
    .addColumn("label", "text")
    .addColumn("note", "text")
    .addColumn("customer_id", "text")
    .addColumn("responsible_user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("concerned_user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("assigned_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("due_on", "text", (column) => column.notNull())
    .addColumn("cancel_by", "text")
    .addColumn("asks_until", "text")
    .addColumn("amount_cents", "integer")
    .addColumn("direction", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("certainty", "text", (column) => column.notNull())
    .addColumn("quiet", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("archived", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("closed_at", "text")
    .addColumn("closed_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("closed_by_hand", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("reason", "text")
    .addColumn("lead_days_json", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  const index = (name: string) => db.schema.createIndex(`deadlines_${name}`).on("deadlines");
  await index("target").columns(["target_type", "target_id"]).execute();
  await index("state").columns(["state", "due_on"]).execute();
  await index("responsible").columns(["responsible_user_id", "state", "due_on"]).execute();
  await index("concerned").columns(["concerned_user_id", "state", "due_on"]).execute();
  await index("customer").columns(["customer_id", "state", "due_on"]).execute();
  await sql`create unique index deadlines_open on deadlines (kind, target_type, target_id)
    where state = 'open' and kind not in ('custom')`.execute(db);

  await db.schema.dropTable("deadline_snoozes").execute();
  await db.schema
    .createTable("deadline_snoozes")
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("deadline_id", "text", (column) => column.notNull().references("deadlines.id").onDelete("cascade"))
    .addColumn("until", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("deadline_snoozes_key", ["user_id", "deadline_id"])
    .execute();
  await db.schema.createIndex("deadline_snoozes_deadline_id").on("deadline_snoozes").column("deadline_id").execute();
}
