import { type RawBuilder, sql } from "kysely";
import type { Sort } from "../../contract/records/declaration.ts";
import { forbidden, invalidField } from "../problem.ts";
import { columnOf } from "./conditions.ts";
import { maySeeField } from "./field-access.ts";
import type { RecordContext } from "./record-context.ts";
import { fieldOf, type RecordStore } from "./store.ts";
import { tableOf } from "./tables.ts";

/** The `order by` of a list: empty values last, then by title, and by id so that pages never overlap. */
export function orderingOf(store: RecordStore, ctx: RecordContext, orderBy: readonly Sort[]): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  for (const { field, descending } of orderBy) {
    const key = sortKey(store, ctx, field);
    const direction = sql.raw(descending ? "desc" : "asc");
    if (field === store.declaration.titleField) {
      parts.push(sql`${sql.ref("record.sortTitle")} ${direction}`, sql`${sql.ref("record.id")} ${direction}`);
      return parts;
    }
    parts.push(sql`${key} is null`, sql`${key} ${direction}`);
  }
  return [...parts, sql.ref("record.sortTitle"), sql.ref("record.id")];
}

function sortKey(store: RecordStore, ctx: RecordContext, name: string): RawBuilder<unknown> {
  const field = name === "updatedAt" || name === "createdAt" ? undefined : fieldOf(store, name);
  if (name === "updatedAt" || name === "createdAt") return sql.ref(`record.${name}`);
  if (!field || ["machine", "links", "tags", "markdown"].includes(field.kind))
    throw invalidField("orderBy", `Sortierung: Nach „${field?.label ?? name}“ lässt sich nicht sortieren.`);
  if (!maySeeField(ctx.person, field)) throw forbidden();
  const column = columnOf(store, ctx, name);
  if (field.kind === "choice") {
    const cases = Object.keys(field.options).map((value, index) => sql`when ${value} then ${sql.lit(index)}`);
    return sql`case ${column} ${sql.join(cases, sql` `)} end`;
  }
  if (field.kind === "relation") {
    if (field.to === "user") return sql`(select lower(name) from users where users.id = ${column})`;
    const table = tableOf(field.to);
    return sql`(select sort_title from ${sql.table(table)} as other where other.id = ${column})`;
  }
  return field.kind === "text" ? sql`lower(nullif(${column}, ''))` : column;
}
