import { type RawBuilder, sql } from "kysely";
import { type CheckStatus, checkStatuses } from "../../../contract/checks/status.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { textOf } from "../../../contract/records/read-value.ts";
import { type RecordKey, type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import { type RelatedRecord, type RelationGroup, relationsShown } from "../../../contract/records/relations.ts";
import { notFound } from "../../problem.ts";
import { type DynamicDb, dynamic } from "../conditions/dynamic.ts";
import { visibleFields } from "../field-access.ts";
import { isReadable, readableBy } from "../readable.ts";
import type { RecordContext } from "../record-context.ts";
import type { Stores } from "../registry.ts";
import { hasColumn, type RecordStore } from "../store.ts";
import { pageOf } from "./parents.ts";

/** What stands beside a record, the nearest first; the small types that only sort others are left out. */
const order: readonly RecordType[] = [
  ...([
    "customer",
    "website",
    "domain",
    "host",
    "device",
    "contact",
    "contract",
    "contractItem",
    "timeEntry",
    "page",
    "feedback",
    "incident",
  ] as const),
  ...(["provider", "registrarAccount", "registrar", "location"] as const),
];

/** One tie between two types, from the side of the record that is asked about. */
interface Tie extends Pick<RelationGroup, "key" | "label" | "type" | "direction" | "field"> {
  /** Restricts the other type's table, under the name `record`, to what is tied to the record. */
  matches: (id: string) => RawBuilder<boolean>;
  role?: { of: (id: string) => RawBuilder<unknown>; labels: Record<string, string> };
}

/** Everything that is tied to a record, in both directions; one query for each tie. Throws not_found. */
export async function listRelations(stores: Stores, ctx: RecordContext, key: RecordKey): Promise<RelationGroup[]> {
  const db = dynamic(ctx.db);
  const store = stores[key.type];
  if (!(await isReadable(ctx.db, key, ctx.person))) throw notFound();
  const ties = [...tiesOut(ctx, store), ...tiesIn(stores, ctx, key.type)];
  const groups = await Promise.all(ties.map((tie) => readGroup(db, stores, ctx, tie, key.id)));
  return groups.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
}

/** The ties that a record names in fields of its own, as far as the person may see them. */
export function tiesOut(ctx: RecordContext, store: RecordStore): Tie[] {
  return visibleFields(ctx.person, store.declaration).flatMap(([field, definition]): Tie[] => {
    const base = { key: field, label: definition.label, direction: "out", field } as const;
    if (definition.kind === "relation" && definition.to !== "user" && hasColumn(store, field)) {
      const own = sql`select ${sql.ref(field)} from ${sql.table(store.table)} as own where own.id =`;
      return known({ ...base, type: definition.to, matches: (id) => sql`record.id = (${own} ${id})` });
    }
    const link = store.links?.[field];
    if (definition.kind !== "links" || !link) return [];
    return known({ ...base, type: definition.to, ...linked(link, link.own, link.other, definition.roles) });
  });
}

/** The ties by which others name a record of a type, as far as the person may see them. */
export function tiesIn(stores: Stores, ctx: RecordContext, type: RecordType): Tie[] {
  const ownTables = Object.values(stores[type].links ?? {}).map(({ table }) => table);
  return recordTypes.flatMap((other) => {
    const store = stores[other];
    const pointing = visibleFields(ctx.person, store.declaration).filter(([, field]) => pointsTo(field, type));
    return pointing.flatMap(([field, definition]): Tie[] => {
      const { many } = store.declaration.labels;
      const label = pointing.length > 1 ? `${many} (${definition.label})` : many;
      const base = { key: `${other}.${field}`, label, direction: "in", field, type: other } as const;
      if (definition.kind === "relation" && hasColumn(store, field))
        return known({ ...base, matches: (id) => sql`${sql.ref(`record.${field}`)} = ${id}` });
      const link = store.links?.[field];
      // A link that both types declare is shown once.
      if (definition.kind !== "links" || !link || ownTables.includes(link.table)) return [];
      return known({ ...base, ...linked(link, link.other, link.own, definition.roles) });
    });
  });
}

const pointsTo = (field: Field, type: RecordType) =>
  (field.kind === "relation" || field.kind === "links") && field.to === type;

const known = (tie: Tie): Tie[] => (order.includes(tie.type) ? [tie] : []);

function linked(
  { table }: { table: string },
  here: string,
  there: string,
  labels: Record<string, string>,
): Pick<Tie, "matches" | "role"> {
  const rows = (column: string) =>
    sql`select ${sql.ref(`link.${column}`)} from ${sql.table(table)} as link where ${sql.ref(`link.${here}`)} =`;
  return {
    matches: (id) => sql`record.id in (${rows(there)} ${id})`,
    role: {
      of: (id) => sql`(${rows("role")} ${id} and ${sql.ref(`link.${there}`)} = record.id limit 1)`,
      labels: Object.keys(labels).length > 1 ? labels : {},
    },
  };
}

async function readGroup(
  db: DynamicDb,
  stores: Stores,
  ctx: RecordContext,
  { matches, role, ...group }: Tie,
  id: string,
): Promise<RelationGroup> {
  const store = stores[group.type];
  const page = pageOf(stores, group.type, sql.ref("record.id"));
  const note = noteOf(ctx, store);
  const status = statusFieldOf(store);
  let query = db
    .selectFrom(`${store.table} as record`)
    .select(["record.id", "record.title", "record.archivedAt"])
    .select(sql<number>`count(*) over ()`.as("total"))
    .select((page?.id ?? sql`null`).as("pageId"))
    .select((status ? sql.ref(`record.${status}`) : sql`null`).as("status"))
    .select((role?.of(id) ?? (note ? sql.ref(`record.${note.name}`) : sql`null`)).as("note"))
    .where(matches(id))
    .orderBy("record.sortTitle")
    .orderBy("record.id")
    .limit(relationsShown);
  const readable = readableBy(group.type, ctx.person);
  if (readable) query = query.where(readable);
  // What names an archived record still says so; what points here from the archive is left out. Not by `is null`: the
  // planner would then read all active records in the order of their list instead of the few that are tied.
  if (group.direction === "in") query = query.where(sql<boolean>`coalesce(record.archived_at, '') = ''`);
  const rows = await query.execute();
  return {
    ...group,
    totalItems: Number(rows[0]?.total ?? 0),
    items: rows.map(
      (row): RelatedRecord => ({
        id: row.id,
        title: row.title,
        note: role ? (role.labels[textOf(row.note)] ?? null) : (note?.read(row.note) ?? null),
        archived: row.archivedAt !== null,
        status: readStatus(row.status),
        page: page && typeof row.pageId === "string" ? { type: page.type, id: row.pageId, tab: page.tab } : null,
      }),
    ),
  };
}

/** The field in which a type that is watched keeps how it is doing. */
const statusFieldOf = ({ declaration: { fields } }: RecordStore): string | undefined =>
  Object.keys(fields).find((name) => {
    const field = fields[name];
    return field?.kind === "choice" && field.options === checkStatuses;
  });

const readStatus = (stored: unknown): CheckStatus | null =>
  typeof stored === "string" && isKeyOf(checkStatuses, stored) ? stored : null;

/** The second line of a type, where it is a word that needs no more than its own text. */
function noteOf(ctx: RecordContext, store: RecordStore) {
  const { noteField } = store.declaration;
  const field = visibleFields(ctx.person, store.declaration).find(([name]) => name === noteField)?.[1];
  if (!noteField || !field || !hasColumn(store, noteField)) return undefined;
  if (field.kind !== "text" && field.kind !== "choice") return undefined;
  const read = (stored: unknown) => {
    if (typeof stored !== "string" || stored === "") return null;
    return field.kind === "choice" ? (field.options[stored] ?? stored) : stored.replace(/^https?:\/\//, "");
  };
  return { name: noteField, read };
}
