import type { Kysely } from "kysely";

/** When a link of the audit log's chain was made, and which links the first such one has found without their entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["linked_at", "without_entry"])
    await db.schema.alterTable("audit_links").addColumn(column, "text").execute();
}
