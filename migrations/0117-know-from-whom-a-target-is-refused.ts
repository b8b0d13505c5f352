import type { Kysely } from "kysely";

/** Whose a target is that was refused: a take-over is confirmed of exactly that owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("backup_targets").addColumn("refused_owner", "text").execute();
}
