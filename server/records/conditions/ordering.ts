import { type RawBuilder, sql } from "kysely";
import type { Sort } from "../../../contract/records/declaration.ts";
import { isSortable } from "../../../contract/records/list-state.ts";
import { forbidden, invalidField } from "../../problem.ts";
import { maySeeField } from "../field-access.ts";
import { fieldOf, type RecordStore } from "../store.ts";
import { type Asking, columnOf, labelOf } from "./field-sql.ts";

/** The `order by` of a list: empty values last, then by title, and by id so that pages never overlap. */
export function orderingOf(store: RecordStore, asking: Asking, orderBy: readonly Sort[]): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  for (const { field, descending } of orderBy) {
    const direction = sql.raw(descending ? "desc" : "asc");
    const key = sortKey(store, asking, field);
    if (field === store.declaration.titleField)
      return [...parts, ...["record.sortTitle", "record.id"].map((column) => sql`${sql.ref(column)} ${direction}`)];
    parts.push(
      isNeverEmpty(field) || store.ranks?.[field] ? sql`${key} ${direction}` : sql`${key} ${direction} nulls last`,
    );
  }
  return [...parts, sql.ref("record.sortTitle"), sql.ref("record.id")];
}

const isNeverEmpty = (name: string) => name === "updatedAt" || name === "createdAt";

function sortKey(store: RecordStore, asking: Asking, name: string): RawBuilder<unknown> {
  if (isNeverEmpty(name)) return sql.ref(`record.${name}`);
  const field = fieldOf(store, name);
  if (!field || !isSortable(field))
    throw invalidField("orderBy", `Sortierung: Nach „${field?.label ?? name}“ lässt sich nicht sortieren.`);
  if (!maySeeField(asking.person, field)) throw forbidden();
  const rank = store.ranks?.[name];
  if (rank) return sql.ref(`record.${rank}`);
  const column = columnOf(store, asking, name);
  if (field.kind === "choice") {
    const cases = Object.keys(field.options).map((value, index) => sql`when ${value} then ${sql.lit(index)}`);
    return sql`case ${column} ${sql.join(cases, sql` `)} end`;
  }
  if (field.kind === "relation") return labelOf(field.to, column, { as: "sortKey", reader: asking.person });
  if (field.kind === "texts" || field.kind === "choices") return sql`nullif(${column}, '[]')`;
  return field.kind === "text" ? alphabetic(sql`nullif(${column}, '')`) : column;
}

/** Sorts „Österreich“ with the O and „übrig“ with the U, as a German list does. */
function alphabetic(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const letters = Object.entries({ ä: "a", Ä: "a", ö: "o", Ö: "o", ü: "u", Ü: "u", ß: "ss" });
  return letters.reduce((key, [from, to]) => sql`replace(${key}, ${from}, ${to})`, sql`lower(${text})`);
}
