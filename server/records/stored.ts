import type { Field, Input } from "../../contract/records/fields.ts";
import type { DynamicDb } from "./dynamic.ts";
import { columnsOf, type RecordStore, type Values } from "./store.ts";

/** A record as it lies in its table, with its tags and links. */
export interface Stored {
  id: string;
  title: string;
  version: number;
  archivedAt: string | null;
  values: Values;
}

const meta = ["id", "title", "version", "archivedAt"];

/** Reads one record for writing; undefined when there is none. */
export async function readStored(db: DynamicDb, store: RecordStore, id: string): Promise<Stored | undefined> {
  const columns = columnsOf(store);
  const row = await db
    .selectFrom(store.table)
    .select([...meta, ...columns])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const values: Values = {};
  for (const name of columns) values[name] = fromColumn(store.declaration.fields[name] as Field, row[name]);
  for (const [name, field] of Object.entries(store.declaration.fields)) {
    if (field.kind === "tags") values[name] = await readTagIds(db, store, id);
    if (field.kind === "links" && store.links?.[name]) values[name] = await readLinks(db, store, name, id);
  }
  return {
    id,
    title: row.title as string,
    version: row.version as number,
    archivedAt: row.archivedAt as string | null,
    values,
  };
}

/** The ids of a record's tags, in a fixed order. */
export async function readTagIds(db: DynamicDb, { declaration }: RecordStore, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("recordTags")
    .select("tagId")
    .where("recordType", "=", declaration.type)
    .where("recordId", "=", id)
    .orderBy("tagId")
    .execute();
  return rows.map((row) => row.tagId as string);
}

async function readLinks(db: DynamicDb, store: RecordStore, name: string, id: string) {
  const link = store.links?.[name];
  if (!link) return [];
  const rows = await db
    .selectFrom(link.table)
    .select([`${link.other} as id`, "role"])
    .where(link.own, "=", id)
    .orderBy("role")
    .orderBy(link.other)
    .execute();
  return rows.map((row) => ({ id: row.id as string, role: row.role as string }));
}

/** A column's content as a field's value. */
export function fromColumn(field: Field, stored: unknown): Input {
  if (field.kind === "texts" || field.kind === "choices") return JSON.parse((stored as string | null) ?? "[]");
  if (field.kind === "flag") return stored === 1;
  return (stored ?? null) as Input;
}

/** A field's value as its column holds it. */
export function toColumn(field: Field, value: Input | undefined): unknown {
  if (field.kind === "texts" || field.kind === "choices") return JSON.stringify(value ?? []);
  if (field.kind === "flag") return value ? 1 : 0;
  return value ?? null;
}
