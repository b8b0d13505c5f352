import type { Kysely } from "kysely";

/** How far the mailbox of DMARC reports is read, and what could not be read in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("dmarc_mailboxes")
    .addColumn("place", "text", (column) => column.primaryKey().notNull())
    .addColumn("uid_validity", "text", (column) => column.notNull())
    .addColumn("last_uid", "integer", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("outcome_json", "text")
    .execute();
  await db.schema
    .createTable("dmarc_unread_mails")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("sender", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("sent_at", "text")
    .addColumn("file", "text")
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("found_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("dmarc_unread_mails_found").on("dmarc_unread_mails").column("found_at").execute();
}
