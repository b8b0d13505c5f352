import { type Expression, type SqlBool, sql } from "kysely";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import { matching, type Search } from "../../search/match.ts";
import { readSearch } from "../../search/search-terms.ts";
import type { Person } from "../../trpc/context.ts";
import { maySeeField } from "../field-access.ts";
import type { RecordStore } from "../store.ts";
import type { Asking } from "./field-sql.ts";

/** Whether a record is found by what was typed, with all of its words, over the table alias `record`. */
export function searchCondition(store: RecordStore, asking: Asking, typed: string): Expression<SqlBool> {
  const search = searchOf(store, asking, typed);
  return search ? sql`${sql.ref("record.id")} in (${matching(sql`d.record_id`, search)})` : sql`1 = 0`;
}

/** What a person looks for; undefined when there is no letter and no digit in it. */
export function searchOf({ declaration }: RecordStore, { person }: Asking, typed: string): Search | undefined {
  const readings = readSearch(typed);
  if (readings.length === 0) return undefined;
  return { type: declaration.type, readings, isRestrictedOpen: maySearchRestricted(person, declaration) };
}

/** Whether a person may search by what a type holds beyond what everybody sees. */
export function maySearchRestricted(
  person: Pick<Person, "role">,
  { fields, searchableRestricted = [] }: Declaration,
): boolean {
  return (
    searchableRestricted.length > 0 &&
    searchableRestricted.every((name) => maySeeField(person, fieldNamed(fields, name)))
  );
}
