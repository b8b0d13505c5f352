import type { Kysely } from "kysely";

/** Who takes part in a chat is read without its messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("chat_messages_authors")
    .on("chat_messages")
    .columns(["chat_id", "author_id", "number"])
    .execute();
}
