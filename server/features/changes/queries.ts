import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { type ChangeKind, recordVerbs } from "../../../contract/changes/changes.ts";
import type * as contract from "../../../contract/changes/record-history.ts";
import { deadlineEvents } from "../../../contract/changes/record-history.ts";
import { deadlineLabel } from "../../../contract/deadlines/deadlines.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { toPage } from "../../../contract/pagination.ts";
import { type RecordKey, type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import type { Db } from "../../db/connection.ts";
import { jsonText } from "../../db/dialect/json.ts";
import { forbidden, invalidField, notFound } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { maySeeField } from "../../records/field-access.ts";
import { withoutHiddenNames } from "../../records/links/hidden-references.ts";
import { childrenOf, descendantsOf } from "../../records/links/parents.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { recordStores, type Stores, storeOf } from "../../records/registry.ts";
import { fieldOf } from "../../records/store.ts";
import { visiblePart } from "./visible-part.ts";

type Input = z.output<typeof contract.listChanges>;

/** What became of a record and of those that live on its page, newest first, as the person may see it. Throws not_found. */
export async function listChanges(ctx: RecordContext, input: Input): Promise<contract.History> {
  const { type, id, page, limit, where } = input;
  if (!(await isReadable(ctx.db, { type, id }, ctx.person))) throw notFound();
  if (where.field) refuseHidden(ctx, type, where.field);
  const matching = changesOf(ctx.db, input);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .leftJoin("users", "users.id", "changes.actorId")
    .select(["changes.id", "changes.kind", "changes.subjectType", "changes.subjectId", "changes.at"])
    .select(["changes.actorId", "changes.beforeJson", "changes.afterJson", "users.name", "users.imageKey"])
    .orderBy("changes.at", "desc")
    .orderBy("changes.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const ofRecords = rows.flatMap((row) =>
    isOneOf(recordTypes, row.subjectType) ? [{ ...row, subjectType: row.subjectType }] : [],
  );
  const titles = await readTitles(ctx.db, ofRecords);
  const deadlines = await readDeadlineLabels(ctx.db, rows);
  const entries: contract.HistoryEntry[] = [];
  for (const row of rows) {
    const { subjectType, kind } = row;
    if (isOneOf(deadlineEvents, kind)) entries.push(ofDeadline(row, kind, { type, id }, deadlines));
    else if (isOneOf(recordTypes, subjectType)) entries.push(await toEntry(ctx, { ...row, subjectType }, titles));
  }
  return { ...toPage(entries, Number(total), limit), people: await readPeople(ctx.db, input) };
}

interface Row extends AnyRow {
  subjectType: RecordType;
}

interface AnyRow {
  id: string;
  kind: ChangeKind;
  subjectType: string;
  subjectId: string;
  at: string;
  actorId: string | null;
  beforeJson: string | null;
  afterJson: string | null;
  name: string | null;
  imageKey: string | null;
}

/** A filter by a hidden field would tell when it changed. */
function refuseHidden(ctx: RecordContext, type: RecordType, name: string): void {
  const field = fieldOf(storeOf(type), name);
  if (!field) throw invalidField("where.field", "Filter: Dieses Feld gibt es nicht.");
  if (!maySeeField(ctx.person, field)) throw forbidden();
}

/** The change that brought it is an entry of its own, or the page shows it elsewhere. */
const unlisted = [
  "record.secret-allowed",
  "gap.settled",
  "gap.reopened",
  "customer.asked",
  "customer.question-withdrawn",
  "customer.answered",
] as ChangeKind[];

function changesOf(db: Db, { type, id, where }: Pick<Input, "type" | "id" | "where">) {
  const deadlines = db.selectFrom("deadlines").select("id").where("targetType", "=", type).where("targetId", "=", id);
  const below = where.field ? [] : descendantsOf(recordStores(), type, id);
  const gone = where.field ? [] : goneBelow(recordStores(), type, id);
  let query = db
    .selectFrom("changes")
    .where("changes.kind", "not in", unlisted)
    .where((eb) =>
      eb.or([
        eb.and([eb("changes.subjectType", "=", type), eb("changes.subjectId", "=", id)]),
        ...(where.field
          ? []
          : [eb.and([eb("changes.subjectType", "=", "deadline"), eb("changes.subjectId", "in", deadlines)])]),
        ...[...below, ...gone].map((each) =>
          eb.and([eb("changes.subjectType", "=", each.type), sql<boolean>`changes.subject_id in (${each.ids})`]),
        ),
      ]),
    );
  if (where.actorId) query = query.where("changes.actorId", "=", where.actorId);
  if (where.field) {
    const holds = `%"${where.field}":%`;
    query = query.where((eb) => eb.or([eb("beforeJson", "like", holds), eb("afterJson", "like", holds)]));
  }
  return query;
}

async function readPeople(db: Db, { type, id }: Input): Promise<contract.History["people"]> {
  return changesOf(db, { type, id, where: {} })
    .innerJoin("users", "users.id", "changes.actorId")
    .select(["users.id", "users.name"])
    .distinct()
    .orderBy("users.name")
    .execute();
}

/** The titles that the subjects have today, or had when they were deleted; what went with another one has none. */
async function readTitles(db: Db, rows: readonly Row[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const type of new Set(rows.map(({ subjectType }) => subjectType))) {
    const ids = rows.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId);
    const found = await dynamic(db)
      .selectFrom(storeOf(type).table)
      .select(["id", "title"])
      .where("id", "in", ids)
      .execute();
    for (const { id, title } of found) titles.set(id, title);
    const gone = ids.filter((id) => !titles.has(id));
    if (gone.length > 0) await readLastTitles(db, type, gone, titles);
  }
  return titles;
}

async function readLastTitles(db: Db, type: RecordType, ids: readonly string[], titles: Map<string, string>) {
  const { declaration, titleOf } = storeOf(type);
  const deletions = await db
    .selectFrom("changes")
    .select(["subjectId", "beforeJson"])
    .where("subjectType", "=", type)
    .where("subjectId", "in", ids)
    .where("kind", "=", `${type}.deleted`)
    .execute();
  for (const { subjectId, beforeJson } of deletions) {
    const values = read(beforeJson);
    titles.set(subjectId, titleOf?.(values) ?? String(values[declaration.titleField] ?? ""));
  }
}

async function toEntry(
  ctx: RecordContext,
  row: Row,
  titles: ReadonlyMap<string, string>,
): Promise<contract.HistoryEntry> {
  const { id, kind, subjectType: type, subjectId, actorId, name, imageKey } = row;
  const visible = (json: string | null) => withoutHiddenNames(ctx.db, ctx.person, storeOf(type), read(json));
  const before = await visible(row.beforeJson);
  const after = await visible(row.afterJson);
  const filename = after.filename ?? before.filename;
  const isOfFile = kind in whatOfFile;
  return {
    id,
    at: new Date(row.at),
    by: actorId && name ? { id: actorId, name, image: imageKey } : null,
    subject: { type, id: subjectId, title: titles.get(subjectId) ?? null },
    what: whatOf(kind),
    filename: isOfFile && typeof filename === "string" ? filename : null,
    other: [after.merged, after.claim, before.claim].find(isNamed)?.label ?? null,
    formerFilename: kind === "file.renamed" && typeof before.filename === "string" ? before.filename : null,
    ...visiblePart(ctx.person, storeOf(type), before, after),
  };
}

/** What somebody did with a deadline of the record whose page it is. */
function ofDeadline(
  { id, subjectId, at, actorId, name, imageKey, beforeJson, afterJson }: AnyRow,
  what: contract.DeadlineEvent,
  page: RecordKey,
  labels: ReadonlyMap<string, string>,
): contract.HistoryEntry {
  const kept = { ...read(beforeJson), ...read(afterJson) }.title;
  return {
    id,
    at: new Date(at),
    what,
    subject: { ...page, title: null },
    by: actorId && name ? { id: actorId, name, image: imageKey } : null,
    fields: [],
    hiddenFields: 0,
    filename: null,
    formerFilename: null,
    other: labels.get(subjectId) ?? (typeof kept === "string" ? kept : null),
  };
}

async function readDeadlineLabels(db: Db, rows: readonly AnyRow[]): Promise<Map<string, string>> {
  const ids = rows.filter(({ subjectType }) => subjectType === "deadline").map(({ subjectId }) => subjectId);
  if (ids.length === 0) return new Map();
  const found = await db.selectFrom("deadlines").select(["id", "kind", "label"]).where("id", "in", ids).execute();
  return new Map(found.map(({ id, kind, label }) => [id, label ?? deadlineLabel(kind)]));
}

const isNamed = (value: unknown): value is { label: string } =>
  typeof value === "object" && value !== null && "label" in value && typeof value.label === "string";

const whatOfFile: Partial<Record<ChangeKind, contract.HistoryEntry["what"]>> = {
  "file.attached": "attached",
  "file.detached": "detached",
  "file.renamed": "renamed",
  "file.replaced": "replaced",
  "file.signed": "signed",
};

function whatOf(kind: ChangeKind): contract.HistoryEntry["what"] {
  if (kind === "device.moved" || kind === "page.moved") return "moved";
  if (kind === "claim.made") return "claimed";
  if (kind === "claim.released" || kind === "claim.ended") return "unclaimed";
  if (kind === "record.merged") return "merged";
  if (kind === "record.unmerged") return "unmerged";
  const ofFile = whatOfFile[kind];
  if (ofFile) return ofFile;
  const verb = kind.split(".").at(-1);
  return recordVerbs.find((known) => known === verb) ?? "updated";
}

const read = (json: string | null): Record<string, unknown> => (json ? JSON.parse(json) : {});

interface Gone {
  type: RecordType;
  /** A select of their ids. */
  ids: RawBuilder<unknown>;
}

/**
 * What lived on the page of a record and is deleted for good: only history still knows to whom it belonged. Children of
 * a deleted child went with it, without a change of their own.
 */
function goneBelow(stores: Stores, type: RecordType, id: string): Gone[] {
  return childrenOf(type).flatMap(({ type: child, field }) => {
    const gone = subjects(child, "deleted", field, sql`= ${id}`);
    const living = sql`select id from ${sql.table(stores[child].table)} where ${sql.ref(field)} = ${id}`;
    const below = childrenOf(child).map((grandchild): Gone => {
      const deleted = subjects(grandchild.type, "deleted", grandchild.field, sql`in (${living} union all ${gone})`);
      const swept = subjects(grandchild.type, "created", grandchild.field, sql`in (${gone})`);
      return { type: grandchild.type, ids: sql`${deleted} union all ${swept}` };
    });
    return [{ type: child, ids: gone }, ...below];
  });
}

/** Literals, because only they are known to lie within the index of these changes. */
function subjects(type: RecordType, verb: "created" | "deleted", field: string, parent: RawBuilder<unknown>) {
  const values = sql.ref(verb === "deleted" ? "before_json" : "after_json");
  return sql`select subject_id from changes
    where kind = ${sql.lit(`${type}.${verb}`)} and ${jsonText(values, field, "id")} ${parent}`;
}
