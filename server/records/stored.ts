import { type RawBuilder, sql } from "kysely";
import type { Field, Input } from "../../contract/records/fields.ts";
import { fieldNamed, textOf } from "../../contract/records/read-value.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import type { Db } from "../db/connection.ts";
import { jsonArrayOf, jsonObject } from "../db/dialect/json.ts";
import { prepare } from "../db/prepare.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { memoizeByStore } from "./memoize-by-store.ts";
import { columnsOf, type RecordStore, type Values } from "./store.ts";

/** A record as it lies in its table, with its tags and links. */
export interface Stored<V extends object = Values> {
  id: string;
  title: string;
  version: number;
  archivedAt: string | null;
  values: V;
}

/** Reads one record for writing; undefined when there is none. */
export async function readStored(db: Db, store: RecordStore, id: string): Promise<Stored | undefined> {
  const [row] = await readerOf(store)(db, id);
  if (!row) return undefined;
  const values: Values = {};
  for (const name of columnsOf(store)) values[name] = fromColumn(fieldNamed(store.declaration.fields, name), row[name]);
  for (const name of membersOf(store)) values[name] = JSON.parse(textOf(row[name]));
  return {
    id,
    title: row.title,
    version: row.version,
    archivedAt: row.archivedAt,
    values,
  };
}

const readerOf = memoizeByStore((store) =>
  prepare((db, id: string) =>
    dynamic(db)
      .selectFrom(`${store.table} as record`)
      .select(["record.id", "record.title", "record.version", "record.archivedAt"])
      .select(columnsOf(store).map((column) => `record.${column}`))
      .select(membersOf(store).map((name) => memberIds(store, name).as(name)))
      .where("record.id", "=", id),
  ),
);

/** The ids of a record's tags, in a fixed order. */
export async function readTagIds(db: Db, { declaration }: RecordStore, id: string): Promise<string[]> {
  const rows = await selectTagIds(db, declaration.type, id);
  return rows.map((row) => row.tagId);
}

const selectTagIds = prepare((db, type: RecordType, id: string) =>
  db
    .selectFrom("recordTags")
    .select("tagId")
    .where("recordType", "=", type)
    .where("recordId", "=", id)
    .orderBy("tagId"),
);

/** The names of the fields whose values are rows of other tables. */
const membersOf = memoizeByStore(({ declaration, links = {} }) =>
  Object.entries(declaration.fields)
    .filter(([name, { kind }]) => kind === "tags" || (kind === "links" && links[name]))
    .map(([name]) => name),
);

/** A record's tags or links in a fixed order, as JSON within the row of the record itself. */
function memberIds({ declaration, links }: RecordStore, name: string): RawBuilder<string> {
  const link = links?.[name];
  if (!link)
    return sql`(select ${jsonArrayOf(sql`tag_id`)} from (
      select tag_id from record_tags where record_type = ${sql.lit(declaration.type)} and record_id = record.id
      order by tag_id) as tag)`;
  const [table, own, other] = [sql.table(link.table), sql.ref(link.own), sql.ref(link.other)];
  return sql`(select ${jsonArrayOf(jsonObject({ id: sql`id`, role: sql`role` }))} from (
    select ${other} as id, role from ${table} where ${own} = record.id order by role, ${other}) as link)`;
}

/** A column's content as a field's value. */
export function fromColumn(field: Field, stored: unknown): string | number | boolean | string[] | null {
  if (field.kind === "texts" || field.kind === "choices") return JSON.parse(textOf(stored) || "[]");
  if (field.kind === "flag") return stored === 1;
  return typeof stored === "string" || typeof stored === "number" ? stored : null;
}

/** A field's value as its column holds it. */
export function toColumn(field: Field, value: Input | undefined): unknown {
  if (field.kind === "texts" || field.kind === "choices") return JSON.stringify(value ?? []);
  if (field.kind === "flag") return value ? 1 : 0;
  return value ?? null;
}
