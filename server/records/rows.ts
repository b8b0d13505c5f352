import { sql } from "kysely";
import type { Field, Output, Ref } from "../../contract/records/fields.ts";
import type { RecordRow } from "../../contract/records/rows.ts";
import { portalDate } from "../../contract/time/today.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";
import { toDate } from "../db/to-date.ts";
import { objectMaker } from "../object-maker.ts";
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
  const { read, toValues } = readerOf(store, ctx, fields);
  const raw = await read(db, idsJson);
  const members: Members = { links: new Map() };
  if (fields.some(([, { kind }]) => kind === "tags")) members.tags = await readTags(db, store, idsJson);
  for (const [name, field] of fields)
    if (field.kind === "links") members.links.set(name, await readLinks(db, store, name, field, idsJson));

  const found = new Map<unknown, RecordRow>();
  for (const row of raw) found.set(row.id, toRecord(row, toValues(row, members), store, ctx));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** What the records of a page have beside their rows. */
interface Members {
  tags?: Awaited<ReturnType<typeof readTags>>;
  /** By the name of their field. */
  links: Map<string, Awaited<ReturnType<typeof readLinks>>>;
}

function toRecord(
  row: Row,
  values: RecordRow["values"],
  { declaration }: RecordStore,
  { person }: RecordContext,
): RecordRow {
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
    values,
  };
}

function refOf(id: unknown, label: unknown, image?: unknown): Ref | null {
  if (typeof id !== "string") return null;
  return { id, label: typeof label === "string" ? label : "", ...(typeof image === "string" && { image }) };
}

type Reader = ReturnType<typeof makeReader>;
type Row = Awaited<ReturnType<Reader["read"]>>[number];

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
  const read = prepare((db, idsJson: string) => {
    const query = dynamic(db)
      .selectFrom(`${store.table} as record`)
      .select(["record.id", "record.title", "record.version", "record.createdAt", "record.updatedAt"])
      .select(["record.archivedAt", "record.createdById", "record.updatedById"])
      .select([userName("createdById").as("createdByName"), userName("updatedById").as("updatedByName")])
      .select([...values, ...labels])
      .where("record.id", "in", idsIn(idsJson));
    return readable ? query.where(readable) : query;
  });
  const outputs = fields.map(([name, field]) => outputOf(name, field));
  const toObject = objectMaker<Output[]>(fields.map(([name], index) => [name, index]));
  const toValues = (row: RawRow, members: Members) =>
    toObject(outputs.map((output) => output(row, members))) as Record<string, Output>;
  return { read, toValues };
}

type RawRow = Record<string, unknown> & { id: string };

/** What a field gives of a row; what can be known beforehand is. */
function outputOf(name: string, field: Field): (row: RawRow, members: Members) => Output {
  if (field.kind === "tags") return ({ id }, { tags }) => tags?.get(id) ?? [];
  if (field.kind === "links") return ({ id }, { links }) => links.get(name)?.get(id) ?? [];
  if (field.kind !== "relation") return (row) => fromColumn(field, row[name]);
  const [label, image] = [`${name}Label`, `${name}Image`];
  const mayBeHidden = pointsToHidden(field);
  return (row) => (mayBeHidden && row[label] === null ? null : refOf(row[name], row[label], row[image]));
}

const userName = (column: string) => labelOf("user", sql.ref(`record.${column}`), {});
