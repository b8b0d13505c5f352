import { sql } from "kysely";
import type { Field, Output, Ref } from "../../contract/records/fields.ts";
import type { RecordRow } from "../../contract/records/rows.ts";
import { portalDate } from "../../contract/time/today.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";
import { toDate } from "../db/to-date.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { type Asking, columnOf, imageOf, labelOf } from "./conditions/field-sql.ts";
import { idsIn } from "./conditions/ids-in.ts";
import { abilitiesOf, visibleFields } from "./field-access.ts";
import { readLinks, readTags } from "./links/members.ts";
import { isOpen, readableBy } from "./readable.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";
import { fromColumn } from "./stored.ts";

/**
 * Reads records as the person may see them, in the order of the given ids; what does not exist or is not theirs to read is left out. With
 * `only`, the values of these fields alone.
 */
export async function readRows(
  db: Db,
  store: RecordStore,
  ctx: RecordContext,
  ids: readonly string[],
  only?: readonly string[],
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const fields = visibleFields(ctx.person, store.declaration).filter(
    ([name, { kind }]) => kind !== "machine" && (only?.includes(name) ?? true),
  );
  const idsJson = JSON.stringify(ids);
  const raw = await readerOf(store, ctx, fields)(db, idsJson);
  const tags = fields.some(([, { kind }]) => kind === "tags") ? await readTags(db, store, idsJson) : new Map();
  const links = new Map<string, Awaited<ReturnType<typeof readLinks>>>();
  for (const [name, field] of fields)
    if (field.kind === "links") links.set(name, await readLinks(db, store, name, field, idsJson));

  const outputOf = (row: Row, name: string, field: Field): Output => {
    const id = row.id;
    if (field.kind === "tags") return tags.get(id) ?? [];
    if (field.kind === "links") return links.get(name)?.get(id) ?? [];
    if (field.kind === "relation" && pointsToHidden(field) && row[`${name}Label`] === null) return null;
    if (field.kind === "relation") return refOf(row[name], row[`${name}Label`], row[`${name}Image`]);
    return fromColumn(field, row[name]);
  };
  const found = new Map<unknown, RecordRow>();
  for (const row of raw) {
    const values: Record<string, Output> = {};
    for (const [name, field] of fields) values[name] = outputOf(row, name, field);
    found.set(row.id, { ...metaOf(row, store, ctx), values });
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

function metaOf(row: Row, { declaration }: RecordStore, { person }: RecordContext): Omit<RecordRow, "values"> {
  return {
    id: row.id,
    type: declaration.type,
    title: row.title,
    version: row.version,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    archivedAt: toDate(row.archivedAt),
    createdBy: refOf(row.createdById, row.createdByName),
    updatedBy: refOf(row.updatedById, row.updatedByName),
    can: abilitiesOf(person, declaration, { archivedAt: row.archivedAt }),
  };
}

function refOf(id: unknown, label: unknown, image?: unknown): Ref | null {
  if (typeof id !== "string") return null;
  return { id, label: typeof label === "string" ? label : "", ...(typeof image === "string" && { image }) };
}

type Reader = ReturnType<typeof makeReader>;
type Row = Awaited<ReturnType<Reader>>[number];

interface DayOfReaders {
  day: string;
  byFields: Map<string, Reader>;
}
const readers = new WeakMap<RecordStore, DayOfReaders>();

/** One prepared statement per set of fields; derived columns know the day, so that readers live for one. */
function readerOf(store: RecordStore, asking: Asking, fields: readonly [string, Field][]): Reader {
  const day = portalDate(asking.now());
  let known = readers.get(store);
  if (known?.day !== day) {
    known = { day, byFields: new Map() };
    readers.set(store, known);
  }
  const isShared = isOpen(store.declaration.type) && fields.every(([, field]) => !pointsToHidden(field));
  const key = [isShared ? "" : `${asking.person.role}:${asking.person.id}`, ...fields.map(([name]) => name)].join();
  const reader = known.byFields.get(key) ?? makeReader(store, asking, fields);
  known.byFields.set(key, reader);
  return reader;
}

/** Whether not everybody may read what a field refers to. */
const pointsToHidden = (field: Field) => field.kind === "relation" && field.to !== "user" && !isOpen(field.to);

function makeReader(store: RecordStore, asking: Asking, fields: readonly [string, Field][]) {
  const columns = fields.filter(([, { kind }]) => kind !== "tags" && kind !== "links");
  const values = columns.map(([name]) => columnOf(store, asking, name).as(name));
  const labels = columns.flatMap(([name, field]) => {
    if (field.kind !== "relation") return [];
    const column = columnOf(store, asking, name);
    const label = labelOf(field.to, column, { reader: asking.person }).as(`${name}Label`);
    return field.to === "user" ? [label, imageOf(column).as(`${name}Image`)] : [label];
  });
  const readable = readableBy(store.declaration.type, asking.person);
  return prepare((db, idsJson: string) => {
    const query = dynamic(db)
      .selectFrom(`${store.table} as record`)
      .select(["record.id", "record.title", "record.version", "record.createdAt", "record.updatedAt"])
      .select(["record.archivedAt", "record.createdById", "record.updatedById"])
      .select([userName("createdById").as("createdByName"), userName("updatedById").as("updatedByName")])
      .select([...values, ...labels])
      .where("record.id", "in", idsIn(idsJson));
    return readable ? query.where(readable) : query;
  });
}

const userName = (column: string) => labelOf("user", sql.ref(`record.${column}`), {});
