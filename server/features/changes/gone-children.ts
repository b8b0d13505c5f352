import { type RawBuilder, sql } from "kysely";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { childrenOf } from "../../records/links/parents.ts";
import type { Stores } from "../../records/registry.ts";

interface Gone {
  type: RecordType;
  /** A select of their ids. */
  ids: RawBuilder<unknown>;
}

/**
 * What lived on the page of a record and is deleted for good: only history still knows to whom it belonged. Children of
 * a deleted child went with it, without a change of their own.
 */
export function goneBelow(stores: Stores, type: RecordType, id: string): Gone[] {
  return childrenOf(type).flatMap(({ type: child, field }) => {
    const gone = subjects(child, "deleted", field, sql`= ${id}`);
    const living = sql`select id from ${sql.table(stores[child].table)} where ${sql.ref(field)} = ${id}`;
    const below = childrenOf(child).map((grandchild): Gone => {
      const deleted = subjects(grandchild.type, "deleted", grandchild.field, sql`in (${living} union all ${gone})`);
      const swept = subjects(grandchild.type, "created", grandchild.field, sql`in (${gone})`);
      return { type: grandchild.type, ids: sql`${deleted} union all ${swept}` };
    });
    return [{ type: child, ids: gone }, ...below];
  });
}

/** Literals, because only they are known to lie within the index of these changes. */
function subjects(type: RecordType, verb: "created" | "deleted", field: string, parent: RawBuilder<unknown>) {
  const values = sql.ref(verb === "deleted" ? "before_json" : "after_json");
  return sql`select subject_id from changes
    where kind = ${sql.lit(`${type}.${verb}`)} and json_extract(${values}, ${sql.lit(`$.${field}.id`)}) ${parent}`;
}
