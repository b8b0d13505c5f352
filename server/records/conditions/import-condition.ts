import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Asking } from "./field-sql.ts";

/**
 * What an import has read in and is there still: created, changed or found as the file has it. Imports are their
 * maker's and the admins'; to everybody else the list is empty, as it is for an import that does not exist.
 */
export function importCondition({ person }: Asking, importId: string): RawBuilder<SqlBool> {
  const isSeen = person.role === "admin" ? sql`1 = 1` : sql`imports.created_by_id = ${person.id}`;
  return sql`record.id in (select record_id from import_rows join imports on imports.id = import_rows.import_id
    where import_rows.import_id = ${importId} and import_rows.result in ('created', 'updated', 'unchanged') and ${isSeen})`;
}
