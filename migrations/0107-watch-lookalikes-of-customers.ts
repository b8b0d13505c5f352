import type { Kysely } from "kysely";

/** Whether the portal looks for names that look like any domain of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("customers")
    .addColumn("watches_lookalikes", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
