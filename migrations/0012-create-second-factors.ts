import type { Kysely } from "kysely";

/** Second factors, passkeys, linked sign-ins, and what somebody has begun of a sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("method", "text").execute();
  await db.schema.alterTable("sessions").addColumn("authenticated_at", "text").execute();

  await db.schema
    .createTable("totp_factors")
    .addColumn("user_id", "text", (column) => column.primaryKey().notNull().references("users.id").onDelete("cascade"))
    .addColumn("sealed_secret", "text", (column) => column.notNull())
    .addColumn("last_step", "integer")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text")
    .execute();

  await db.schema
    .createTable("recovery_codes")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("recovery_codes_user").on("recovery_codes").column("user_id").execute();

  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "integer", (column) => column.notNull())
    .addColumn("transports_json", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_synced", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("passkeys_user").on("passkeys").column("user_id").execute();

  await db.schema
    .createTable("linked_sign_ins")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("email", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .addUniqueConstraint("linked_sign_ins_subject", ["issuer", "subject"])
    .execute();
  await db.schema.createIndex("linked_sign_ins_user").on("linked_sign_ins").column("user_id").execute();

  await db.schema
    .createTable("auth_steps")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("details_json", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("auth_steps_user").on("auth_steps").columns(["user_id", "kind"]).execute();
  await db.schema.createIndex("auth_steps_expiry").on("auth_steps").column("expires_at").execute();
}
