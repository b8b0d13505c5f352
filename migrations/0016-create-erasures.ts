import type { Kysely } from "kysely";

/** Whose personal data was erased, when and by whom; the names are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("erasures")
    .addColumn("user_id", "text", (column) => column.primaryKey().notNull().references("users.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by_id", "text", (column) => column.references("users.id"))
    .execute();
}
