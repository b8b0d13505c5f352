import { type Kysely, sql } from "kysely";

/** Whose reading decides what a webhook is told; those that there are belong to whoever has made them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("webhooks")
    .addColumn("owner_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("webhooks_owner_id").on("webhooks").column("owner_id").execute();
  await sql`update webhooks set owner_id = (select users.id from changes join users on users.id = changes.actor_id
    where changes.kind = 'webhook.created' and changes.subject_type = 'webhook' and changes.subject_id = webhooks.id)`.execute(
    db,
  );
}
