import type { Kysely } from "kysely";

/** What newer links of the audit log's chain are bound to besides; older ones keep the form that they were made in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("audit_links")
    .addColumn("form", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  for (const column of ["kind", "values_hash", "values_salt"])
    await db.schema.alterTable("audit_links").addColumn(column, "text").execute();
}
