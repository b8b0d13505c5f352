import type { Kysely } from "kysely";

/** Whether something is down as a whole, or answers while one of its ports, jobs or certificates fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("incident_members")
    .addColumn("is_partial", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
