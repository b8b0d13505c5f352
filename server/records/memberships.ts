import type { DynamicDb } from "./dynamic.ts";
import { hasColumn, type RecordStore, type Values } from "./store.ts";
import { toColumn } from "./stored.ts";

/** The columns of a record's own table among the given values. */
export function toColumns(store: RecordStore, values: Values, names: readonly string[]): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const name of names) {
    const field = store.declaration.fields[name];
    if (field && hasColumn(store, name)) columns[name] = toColumn(field, values[name]);
  }
  return columns;
}

/** Replaces the tags and links of a record by the given ones. */
export async function writeMemberships(
  db: DynamicDb,
  store: RecordStore,
  id: string,
  values: Values,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const { kind } = store.declaration.fields[name] ?? {};
    if (kind === "tags") await writeTags(db, store, id, values[name] as string[]);
    if (kind === "links") await writeLinks(db, store, name, id, values[name] as { id: string; role: string }[]);
  }
}

async function writeTags(db: DynamicDb, { declaration }: RecordStore, recordId: string, tagIds: readonly string[]) {
  const recordType = declaration.type;
  await db.deleteFrom("recordTags").where("recordType", "=", recordType).where("recordId", "=", recordId).execute();
  if (tagIds.length === 0) return;
  const rows = [...new Set(tagIds)].map((tagId) => ({ recordType, recordId, tagId }));
  await db.insertInto("recordTags").values(rows).execute();
}

async function writeLinks(
  db: DynamicDb,
  store: RecordStore,
  name: string,
  id: string,
  links: readonly { id: string; role: string }[],
): Promise<void> {
  const link = store.links?.[name];
  if (!link) return;
  await db.deleteFrom(link.table).where(link.own, "=", id).execute();
  if (links.length === 0) return;
  const rows = links.map((other) => ({ [link.own]: id, [link.other]: other.id, role: other.role }));
  await db
    .insertInto(link.table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
