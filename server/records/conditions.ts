import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Field } from "../../contract/records/fields.ts";
import { type Filter, operatorsOf } from "../../contract/records/filters.ts";
import { addDays, dateInBerlin } from "../../contract/values/today.ts";
import { forbidden, invalidField } from "../problem.ts";
import { maySeeField } from "./field-access.ts";
import type { RecordContext } from "./record-context.ts";
import { fieldOf, type RecordStore } from "./store.ts";

/**
 * SQL of one condition over the table alias `record`. Refuses fields that do not exist, operators that the field
 * does not know and fields that the person may not see: a filter would tell what they hold.
 */
export function conditionOf(store: RecordStore, ctx: RecordContext, filter: Filter): Expression<SqlBool> {
  const field = fieldOf(store, filter.field);
  if (!field || !operatorsOf(field).includes(filter.is))
    throw invalidField(
      `where.${filter.field}`,
      `Filter: „${field?.label ?? filter.field}“ lässt sich so nicht filtern.`,
    );
  if (!maySeeField(ctx.person, field)) throw forbidden();
  if (field.kind === "tags" || field.kind === "links") return ofMany(membersOf(store, filter.field, field), filter);
  const column = columnOf(store, ctx, filter.field);
  if (field.kind === "texts" || field.kind === "choices") return ofJsonList(column, filter);
  return ofColumn(field, column, ctx, filter);
}

/** The SQL that yields a field of the table alias `record`. */
export function columnOf(store: RecordStore, ctx: RecordContext, name: string): RawBuilder<unknown> {
  const derived = store.derived?.[name];
  return derived ? sql`(${derived(dateInBerlin(ctx.now()))})` : sql.ref(`record.${name}`);
}

function ofColumn(field: Field, column: RawBuilder<unknown>, ctx: RecordContext, filter: Filter): Expression<SqlBool> {
  if (filter.is === "missing") return sql`(${column} is null or ${column} = '')`;
  if (filter.is === "present") return sql`(${column} is not null and ${column} <> '')`;
  if (filter.is === "true") return sql`${column} = 1`;
  if (filter.is === "false") return sql`${column} = 0`;
  if (filter.is === "contains") return contains(column, filter.value);
  if (filter.is === "equals") return sql`lower(${column}) = lower(${filter.value})`;
  if (filter.is === "between") return ofRange(field, column, ctx, filter);
  const values = filter.values.map((value) =>
    field.kind === "relation" && field.to === "user" && value === "me" ? ctx.person.id : value,
  );
  const list = sql`(${sql.join(values)})`;
  if (filter.is === "noneOf") return sql`(${column} is null or ${column} not in ${list})`;
  return sql`${column} in ${list}`;
}

function ofRange(
  field: Field,
  column: RawBuilder<unknown>,
  ctx: RecordContext,
  { field: name, from, to }: Extract<Filter, { is: "between" }>,
): Expression<SqlBool> {
  const bound = (text: string) => (field.kind === "date" ? dayOf(text, name, field, ctx) : numberOf(text, name, field));
  const parts: Expression<SqlBool>[] = [sql<SqlBool>`${column} is not null`];
  if (from) parts.push(sql<SqlBool>`${column} >= ${bound(from)}`);
  if (to) parts.push(sql<SqlBool>`${column} <= ${bound(to)}`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

function dayOf(text: string, name: string, field: Field, ctx: RecordContext): string {
  const relative = /^([+-]\d{1,5})d$/.exec(text);
  if (relative) return addDays(dateInBerlin(ctx.now()), Number(relative[1]));
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw invalidField(`where.${name}`, `Filter: „${field.label}“ braucht ein Datum.`);
}

function numberOf(text: string, name: string, field: Field): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw invalidField(`where.${name}`, `Filter: „${field.label}“ braucht eine Zahl.`);
}

function contains(column: RawBuilder<unknown>, value: string): Expression<SqlBool> {
  const pattern = `%${value.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`lower(${column}) like lower(${pattern}) escape '\\'`;
}

/** Lists are JSON text; their elements are compared as they stand there, between quotes. */
function ofJsonList(column: RawBuilder<unknown>, filter: Filter): Expression<SqlBool> {
  if (filter.is === "missing") return sql`${column} = '[]'`;
  if (filter.is === "present") return sql`${column} <> '[]'`;
  if (filter.is === "contains") return contains(column, filter.value);
  if (filter.is === "equals") return contains(column, JSON.stringify(filter.value));
  if (!("values" in filter)) return sql`1 = 0`;
  const holds = filter.values.map((value) => contains(column, JSON.stringify(value)));
  if (filter.is === "allOf") return sql`(${sql.join(holds, sql` and `)})`;
  const any = sql<SqlBool>`(${sql.join(holds, sql` or `)})`;
  return filter.is === "noneOf" ? sql`not ${any}` : any;
}

/** The ids that stand with a record in another table. */
interface Members {
  rows: RawBuilder<unknown>;
  member: RawBuilder<unknown>;
}

function membersOf(store: RecordStore, name: string, field: Field): Members {
  if (field.kind === "tags")
    return {
      rows: sql`select 1 from ${sql.table("recordTags")} as m where m.record_type = ${store.declaration.type} and m.record_id = ${sql.ref("record.id")}`,
      member: sql.ref("m.tagId"),
    };
  const link = store.links?.[name];
  if (!link) throw new Error(`${store.declaration.type}.${name} has no link table.`);
  return {
    rows: sql`select 1 from ${sql.table(link.table)} as m where ${sql.ref(`m.${link.own}`)} = ${sql.ref("record.id")}`,
    member: sql.ref(`m.${link.other}`),
  };
}

function ofMany({ rows, member }: Members, filter: Filter): Expression<SqlBool> {
  if (filter.is === "missing") return sql`not exists (${rows})`;
  if (filter.is === "present") return sql`exists (${rows})`;
  if (!("values" in filter)) return sql`1 = 0`;
  const holds = (value: string) => sql<SqlBool>`exists (${rows} and ${member} = ${value})`;
  if (filter.is === "allOf") return sql`(${sql.join(filter.values.map(holds), sql` and `)})`;
  const any = sql<SqlBool>`exists (${rows} and ${member} in (${sql.join(filter.values)}))`;
  return filter.is === "noneOf" ? sql`not ${any}` : any;
}
