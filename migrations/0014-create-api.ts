import type { Kysely } from "kysely";

/** Access for other programs: tokens, and what was answered to requests that must not be carried out twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("api_tokens")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("scopes_json", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text")
    .addColumn("last_used_at", "text")
    .addColumn("last_used_from", "text")
    .execute();
  await db.schema.createIndex("api_tokens_user_id").on("api_tokens").column("user_id").execute();
  await db.schema
    .createTable("api_requests")
    .addColumn("token_id", "text", (column) => column.notNull().references("api_tokens.id").onDelete("cascade"))
    .addColumn("idempotency_key", "text", (column) => column.notNull())
    .addColumn("request_hash", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("body", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("api_requests_key", ["token_id", "idempotency_key"] as never[])
    .execute();
  await db.schema.createIndex("api_requests_created_at").on("api_requests").column("created_at").execute();
}
