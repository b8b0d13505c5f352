import { type Kysely, sql } from "kysely";

/** Who wants to hear of what by which way, and the queue and log of the mails that leave the portal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const notifications = () => db.schema.alterTable("notifications");
  await notifications()
    .addColumn("severity", "text", (column) => column.notNull().defaultTo("normal"))
    .execute();
  await notifications().addColumn("group_key", "text").execute();
  await notifications()
    .addColumn("count", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await notifications()
    .addColumn("in_bell", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await notifications()
    .addColumn("in_digest", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await notifications().addColumn("snoozed_until", "text").execute();
  await notifications().addColumn("mail_due_at", "text").execute();
  await notifications().addColumn("expires_at", "text").execute();
  for (const column of ["snoozed_until", "mail_due_at", "expires_at"]) {
    await db.schema
      .createIndex(`notifications_${column}`)
      .on("notifications")
      .column(column)
      .where(sql.ref(column), "is not", null)
      .execute();
  }
  await db.schema
    .createIndex("notifications_in_digest")
    .on("notifications")
    .column("for_user_id")
    .where(sql.ref("in_digest"), "=", 1)
    .execute();

  await db.schema
    .createTable("notification_preferences")
    .addColumn("user_id", "text", (column) => column.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("values_json", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await moveMutes(db as Kysely<Mutes>);

  await db.schema
    .createTable("mails")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("to_user_id", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("to_email", "text", (column) => column.notNull())
    .addColumn("to_name", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("content_json", "text")
    .addColumn("is_confidential", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("claimed_until", "text")
    .addColumn("answer", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .execute();
  await db.schema.createIndex("mails_due").on("mails").columns(["state", "next_attempt_at"]).execute();
  await db.schema.createIndex("mails_created").on("mails").columns(["created_at", "id"]).execute();

  await db.schema
    .createTable("mail_attempts")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("mail_id", "text", (column) => column.notNull().references("mails.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("mail_attempts_mail").on("mail_attempts").columns(["mail_id", "at"]).execute();
}

interface Mutes {
  users: { id: string; mutedEvents: string };
  notificationPreferences: { userId: string; valuesJson: string; updatedAt: string };
}

/** What people had muted becomes the closed live channel of its topic. */
async function moveMutes(db: Kysely<Mutes>): Promise<void> {
  const muting = await db.selectFrom("users").select(["id", "mutedEvents"]).where("mutedEvents", "!=", "[]").execute();
  for (const { id, mutedEvents } of muting) {
    const muted: string[] = JSON.parse(mutedEvents);
    const closed = { live: false };
    const channels = {
      ...(muted.includes("userLogin") && { signIn: closed }),
      ...(muted.includes("newUser") && { team: closed }),
    };
    await db
      .insertInto("notificationPreferences")
      .values({ userId: id, valuesJson: JSON.stringify({ channels }), updatedAt: new Date().toISOString() })
      .execute();
  }
  await db.schema.alterTable("users").dropColumn("muted_events").execute();
}
