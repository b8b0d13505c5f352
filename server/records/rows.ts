import { type RawBuilder, sql } from "kysely";
import type { Field, LinkRef, Output, Ref, TagRef } from "../../contract/records/fields.ts";
import type { RecordRow } from "../../contract/records/rows.ts";
import { columnOf } from "./conditions.ts";
import type { DynamicDb } from "./dynamic.ts";
import { abilitiesOf, visibleFields } from "./field-access.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";
import { fromColumn } from "./stored.ts";
import { tableOf } from "./tables.ts";

const inOneStatement = 500;

/** Reads records as the person may see them, in the order of the given ids; ids that do not exist are left out. */
export async function readRows(
  db: DynamicDb,
  store: RecordStore,
  ctx: RecordContext,
  ids: readonly string[],
): Promise<RecordRow[]> {
  const found = new Map<string, RecordRow>();
  for (let start = 0; start < ids.length; start += inOneStatement)
    for (const row of await readSome(db, store, ctx, ids.slice(start, start + inOneStatement))) found.set(row.id, row);
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function readSome(
  db: DynamicDb,
  store: RecordStore,
  ctx: RecordContext,
  ids: readonly string[],
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const fields = visibleFields(ctx.person, store.declaration);
  const inColumns = fields.filter(([, { kind }]) => kind !== "tags" && kind !== "links" && kind !== "machine");
  const raw = await db
    .selectFrom(`${store.table} as record`)
    .select(["record.id", "record.title", "record.version", "record.createdAt", "record.updatedAt"])
    .select(["record.archivedAt", "record.createdById", "record.updatedById"])
    .select([userName("createdById").as("createdByName"), userName("updatedById").as("updatedByName")])
    .select(inColumns.map(([name]) => columnOf(store, ctx, name).as(name)))
    .select(
      inColumns.flatMap(([name, field]) =>
        field.kind === "relation" ? [labelOf(field.to, columnOf(store, ctx, name)).as(`${name}Label`)] : [],
      ),
    )
    .where("record.id", "in", ids)
    .execute();
  const tags = fields.some(([, { kind }]) => kind === "tags") ? await readTags(db, store, ids) : new Map();
  const links = await readAllLinks(db, store, fields, ids);
  return raw.map((row) => {
    const id = row.id as string;
    const values: Record<string, Output> = {};
    for (const [name, field] of fields) {
      if (field.kind === "machine") continue;
      if (field.kind === "tags") values[name] = tags.get(id) ?? [];
      else if (field.kind === "links") values[name] = links.get(name)?.get(id) ?? [];
      else if (field.kind === "relation") values[name] = refOf(row[name], row[`${name}Label`]);
      else values[name] = fromColumn(field, row[name]) as Output;
    }
    return {
      id,
      type: store.declaration.type,
      title: row.title as string,
      version: row.version as number,
      createdAt: new Date(row.createdAt as string),
      updatedAt: new Date(row.updatedAt as string),
      archivedAt: row.archivedAt ? new Date(row.archivedAt as string) : null,
      createdBy: refOf(row.createdById, row.createdByName),
      updatedBy: refOf(row.updatedById, row.updatedByName),
      values,
      can: abilitiesOf(ctx.person, { archivedAt: row.archivedAt }),
    };
  });
}

function refOf(id: unknown, label: unknown): Ref | null {
  return typeof id === "string" ? { id, label: (label as string | null) ?? "" } : null;
}

const userName = (column: string) => labelOf("user", sql.ref(`record.${column}`));

function labelOf(to: Extract<Field, { kind: "relation" }>["to"], column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (to === "user") return sql`(select name from users where users.id = ${column})`;
  return sql`(select title from ${sql.table(tableOf(to))} as other where other.id = ${column})`;
}

async function readTags(db: DynamicDb, { declaration }: RecordStore, ids: readonly string[]) {
  const rows = await db
    .selectFrom("recordTags")
    .innerJoin("tags", "tags.id", "recordTags.tagId")
    .select(["recordTags.recordId", "tags.id", "tags.name", "tags.color"])
    .where("recordTags.recordType", "=", declaration.type)
    .where("recordTags.recordId", "in", ids)
    .orderBy("tags.sortTitle")
    .execute();
  return grouped(rows, "recordId", ({ id, name, color }) => ({ id, name, color }) as TagRef);
}

async function readAllLinks(
  db: DynamicDb,
  store: RecordStore,
  fields: readonly [string, Field][],
  ids: readonly string[],
): Promise<Map<string, Map<string, LinkRef[]>>> {
  const all = new Map<string, Map<string, LinkRef[]>>();
  for (const [name, field] of fields) {
    const link = store.links?.[name];
    if (field.kind !== "links" || !link) continue;
    const rows = await db
      .selectFrom(`${link.table} as link`)
      .innerJoin(`${tableOf(field.to)} as other`, "other.id", `link.${link.other}`)
      .select([`link.${link.own} as ownId`, "other.id", "other.title as label", "link.role"])
      .where(`link.${link.own}`, "in", ids)
      .orderBy("other.sortTitle")
      .execute();
    const order = Object.keys(field.roles);
    const byRole = [...rows].sort((a, b) => order.indexOf(a.role as string) - order.indexOf(b.role as string));
    all.set(
      name,
      grouped(byRole, "ownId", ({ id, label, role }) => ({ id, label, role }) as LinkRef),
    );
  }
  return all;
}

function grouped<Item>(
  rows: readonly Record<string, unknown>[],
  by: string,
  toItem: (row: Record<string, unknown>) => Item,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const key = row[by] as string;
    const group = groups.get(key);
    if (group) group.push(toItem(row));
    else groups.set(key, [toItem(row)]);
  }
  return groups;
}
