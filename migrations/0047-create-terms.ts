import { type Kysely, sql } from "kysely";

/**
 * The periods of what was agreed for a time, and prices by their date. Notice in months and the decision about the next
 * period become fields of all that has a term; what is decided already gets the end that was meant. The portal fills in
 * the periods themselves when it starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTerms(db);
  await createPriceChanges(db);
  await addColumns(db, "contracts", { text: "notice_to renew_decision", integers: "notice_months" });
  await addColumns(db, "domains", { text: "ends_at", integers: "notice_months" });
  await addColumns(db, "hosts", { text: "notice_to renew_decision ends_at", integers: "notice_months" });
  await addColumns(db, "devices", {
    text: "leasing_cancel_by leasing_decision",
    integers: "leasing_period_months leasing_notice_months leasing_cost_cents",
  });
  await addFlag(db, "hosts", "auto_renew", 1);
  await addFlag(db, "devices", "leasing_auto_renew", 0);
  await sql`update contracts set notice_to = 'period',
    renew_decision = case when status in ('cancelled', 'ended') then 'cancel' else 'open' end`.execute(db);
  await sql`update domains set ends_at = renews_at where renew_decision in ('cancel', 'handOver')`.execute(db);
  await sql`update hosts set notice_to = 'period', renew_decision = 'open'`.execute(db);
  await sql`update devices set leasing_decision = 'open' where ownership = 'leased'`.execute(db);
}

async function createTerms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("terms")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("from_on", "text", (column) => column.notNull())
    .addColumn("to_on", "text", (column) => column.notNull())
    .addColumn("cancel_by", "text")
    .addColumn("anchor_on", "text", (column) => column.notNull())
    .addColumn("anchor_months", "integer", (column) => column.notNull())
    .addColumn("price_cents", "integer")
    .addColumn("cost_cents", "integer")
    .addColumn("certainty", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("decision", "text")
    .addColumn("effective_on", "text")
    .addColumn("decided_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("decided_by_name", "text")
    .addColumn("decided_at", "text")
    .addColumn("reason", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("terms_target").on("terms").columns(["target_type", "target_id", "id"]).execute();
  await db.schema.createIndex("terms_decided_by_id").on("terms").column("decided_by_id").execute();
}

async function createPriceChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("price_changes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("target_type", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("from_on", "text", (column) => column.notNull())
    .addColumn("price_cents", "integer")
    .addColumn("cost_cents", "integer")
    .addColumn("reason", "text")
    .addColumn("created_by_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("price_changes_target")
    .on("price_changes")
    .columns(["target_type", "target_id", "from_on", "id"])
    .execute();
  await db.schema.createIndex("price_changes_from_on").on("price_changes").column("from_on").execute();
}

async function addColumns(
  db: Kysely<unknown>,
  table: string,
  { text, integers }: { text: string; integers: string },
): Promise<void> {
  for (const name of text.split(" ")) await db.schema.alterTable(table).addColumn(name, "text").execute();
  for (const name of integers.split(" ")) await db.schema.alterTable(table).addColumn(name, "integer").execute();
}

async function addFlag(db: Kysely<unknown>, table: string, name: string, initial: 0 | 1): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, "integer", (column) => column.notNull().defaultTo(initial))
    .execute();
}
