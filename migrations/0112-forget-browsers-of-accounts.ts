import type { Kysely } from "kysely";

/** A number that an account raises when no browser is to be known to it any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("access_epoch", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
