import { type Expression, type SqlBool, sql } from "kysely";
import type { Declaration } from "../../contract/records/declaration.ts";
import type { Field } from "../../contract/records/fields.ts";
import { matching } from "../search/match.ts";
import { readSearch } from "../search/search-terms.ts";
import type { Person } from "../trpc/context.ts";
import { maySeeField } from "./field-access.ts";
import type { Asking } from "./field-sql.ts";
import type { RecordStore } from "./store.ts";

/** Whether a record is found by what was typed, with all of its words, over the table alias `record`. */
export function searchCondition({ declaration }: RecordStore, { person }: Asking, search: string): Expression<SqlBool> {
  const readings = readSearch(search);
  if (readings.length === 0) return sql`1 = 0`;
  const found = matching(sql`d.record_id`, declaration.type, readings, maySearchRestricted(person, declaration));
  return sql`${sql.ref("record.id")} in (${found})`;
}

/** Whether a person may search by what a type holds beyond what everybody sees. */
export function maySearchRestricted(
  person: Pick<Person, "role">,
  { fields, searchableRestricted = [] }: Declaration,
): boolean {
  return (
    searchableRestricted.length > 0 && searchableRestricted.every((name) => maySeeField(person, fields[name] as Field))
  );
}
