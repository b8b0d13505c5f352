import { sql } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { textOf } from "../../../contract/records/read-value.ts";
import type { FoundType, SearchHit } from "../../../contract/search/search.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { readableBy } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { statusOf, summaryOf } from "./summary-fields.ts";

export type RecordHitType = Exclude<FoundType, "user">;

/** A hit with what its place among the others depends on. */
export interface Summary extends SearchHit {
  updatedAt: string;
  ownerIds: readonly (string | null)[];
}

interface Key {
  type: FoundType;
  id: string;
}

/** Reads what a result shows of records and people, in the order of the keys; what is gone is left out. */
export async function readSummaries<K extends Key>(
  ctx: Pick<PersonContext, "db" | "person">,
  keys: readonly K[],
): Promise<(K & Summary)[]> {
  const found = new Map<string, Summary>();
  for (const type of new Set(keys.map((key) => key.type))) {
    const ids = keys.filter((key) => key.type === type).map(({ id }) => id);
    const summaries = type === "user" ? await readPeople(ctx, ids) : await readRecords(ctx, type, ids);
    for (const summary of summaries) found.set(summary.id, summary);
  }
  return keys.flatMap((key) => {
    const summary = found.get(key.id);
    return summary ? { ...key, ...summary } : [];
  });
}

async function readRecords(
  { db, person }: Pick<PersonContext, "db" | "person">,
  type: RecordHitType,
  ids: readonly string[],
): Promise<Summary[]> {
  const { columns, customerColumn } = summaryOf(type);
  const isKept = "responsibleUserId" in declarationOf(type).fields;
  let query = dynamic(db)
    .selectFrom(`${tableOf(type)} as record`)
    .select(["record.id", "record.title", "record.updatedAt", "record.archivedAt", "record.createdById"])
    .select(columns.map((name) => `record.${name}`))
    .where("record.id", "in", ids);
  const readable = readableBy(type, person);
  if (readable) query = query.where(readable);
  if (isKept) query = query.select("record.responsibleUserId");
  if (customerColumn)
    query = query
      .select(`record.${customerColumn} as customerId`)
      .select(
        sql`(select c.title from customers as c where c.id = ${sql.ref(`record.${customerColumn}`)})`.as("customer"),
      );
  const rows = await query.execute();
  return rows.map((row) => ({
    type,
    id: row.id,
    title: row.title,
    ...statusOf(type, row),
    archived: row.archivedAt !== null,
    updatedAt: row.updatedAt,
    ownerIds: [textOf(row.responsibleUserId) || null, row.createdById],
  }));
}

async function readPeople({ db }: Pick<PersonContext, "db">, ids: readonly string[]): Promise<Summary[]> {
  const people = await db.selectFrom("users").select(["id", "name", "position"]).where("id", "in", ids).execute();
  return people.map(({ id, name, position }) => ({
    type: "user",
    id,
    title: name,
    note: position,
    status: null,
    href: `/users/${id}`,
    archived: false,
    updatedAt: "",
    ownerIds: [],
  }));
}
