import type { Kysely } from "kysely";

/** What the team talks about, beside a record or for itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("chats")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("target_type", "text")
    .addColumn("target_id", "text")
    .addColumn("status", "text", (column) => column.notNull().defaultTo("open"))
    .addColumn("created_by_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_message_at", "text", (column) => column.notNull())
    .addColumn("message_count", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("chats_recent").on("chats").columns(["last_message_at", "id"]).execute();
  await db.schema.createIndex("chats_target").on("chats").columns(["target_type", "target_id"]).execute();

  await db.schema
    .createTable("chat_messages")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("chat_id", "text", (column) => column.notNull().references("chats.id").onDelete("cascade"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("author_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("reply_to", "integer")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text")
    .addColumn("deleted_at", "text")
    .addUniqueConstraint("chat_messages_place", ["chat_id", "number"])
    .addUniqueConstraint("chat_messages_once", ["author_id", "client_id"])
    .execute();

  await db.schema
    .createTable("chat_reactions")
    .addColumn("message_id", "text", (column) => column.notNull().references("chat_messages.id").onDelete("cascade"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("sign", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("chat_reactions_key", ["message_id", "user_id", "sign"] as never[])
    .execute();

  await db.schema
    .createTable("chat_reads")
    .addColumn("chat_id", "text", (column) => column.notNull().references("chats.id").onDelete("cascade"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("chat_reads_key", ["chat_id", "user_id"] as never[])
    .execute();
  await db.schema.createIndex("chat_reads_user_id").on("chat_reads").column("user_id").execute();
}
