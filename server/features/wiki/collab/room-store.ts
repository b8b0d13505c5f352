import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { type DocumentJson, emptyDocument } from "../../../../contract/document/json.ts";
import { emptyPageUpdate } from "../../../../contract/wiki/collab.ts";
import type { Db } from "../../../db/connection.ts";
import { larger } from "../../../db/dialect/numbers.ts";
import { newId } from "../../../db/new-id.ts";
import { isPostgres } from "../../../db/postgres/is-postgres.ts";
import { memoizeByKey, prepare } from "../../../db/prepare.ts";
import { toYUpdate } from "../../../document/yjs.ts";

export interface StoredUpdate {
  number: number;
  data: Uint8Array;
  /** Null once the person is erased. */
  userId: string | null;
}

/** What is stored of a page beyond an update. */
export interface StoredPage {
  /** The compacted state, where it holds more than what was known. */
  state: Uint8Array | undefined;
  /** Of the last update that the compacted state holds. */
  compactedNumber: number;
  updates: StoredUpdate[];
  /** Of the last update that is stored. */
  number: number;
  shownNumber: number;
}

/** All that has to be applied for a text that says what is stored. */
export const bytesOf = ({ state, updates }: Pick<StoredPage, "state" | "updates">): Uint8Array[] => [
  ...(state ? [state] : []),
  ...updates.map(({ data }) => data),
];

/** Gives a new page its first content; part of the caller's transaction. */
export function createPageState(db: Db, pageId: string, document: DocumentJson, now: Date): Promise<void> {
  const isEmpty = isDeepStrictEqual(document, emptyDocument());
  return keepPageState(db, pageId, isEmpty ? emptyPageUpdate : toYUpdate(document), now);
}

/** The same with a content that is a state already. */
export async function keepPageState(db: Db, pageId: string, state: Uint8Array, now: Date): Promise<void> {
  await db
    .insertInto("pageStates")
    .values({
      pageId,
      state: Buffer.from(state),
      number: 0,
      shownNumber: 0,
      updatedAt: now.toISOString(),
    })
    .execute();
}

interface StoredRow {
  number: number;
  shownNumber: number | null;
  data: Uint8Array | null;
  userId: string | null;
}

/**
 * What is stored of a page beyond an update, all of it by default; undefined when it was never given a content or has none
 * any more. One statement: between two, another node may compact what the second was to read.
 */
export async function readPageState(db: Db, pageId: string, known = -1): Promise<StoredPage | undefined> {
  const { rows } = await sql<StoredRow>`
    select number, shown_number, case when number > ${known} then state end as data, null as user_id
      from page_states where page_id = ${pageId}
    union all
    select number, null, data, user_id from page_updates where page_id = ${pageId} and number > ${known}`.execute(db);
  const page = rows.find(({ shownNumber }) => shownNumber !== null);
  if (!page) return undefined;
  const updates = rows
    .flatMap(({ number, data, userId, shownNumber }) =>
      data && shownNumber === null ? [{ number, data, userId }] : [],
    )
    .sort((one, other) => one.number - other.number);
  return {
    state: page.data ?? undefined,
    compactedNumber: page.number,
    updates,
    number: Math.max(page.number, updates.at(-1)?.number ?? 0),
    shownNumber: page.shownNumber ?? 0,
  };
}

/** The number of the last update that is stored or compacted; null for a page without a content. */
const lastNumberOf = (pageId: unknown) =>
  larger(
    sql`coalesce((select max(number) from page_updates where page_id = ${pageId}), 0)`,
    sql`(select number from page_states where page_id = ${pageId})`,
  );

/**
 * Takes numbers that nobody else gets. The row of the sequence stays locked until what they are for is committed, so
 * whoever sees a number sees all below it.
 */
const takingNumbers = (pageId: unknown, count: number) => sql`
  with given as (
    insert into page_sequences as held (page_id, last_number) values (${pageId}, ${lastNumberOf(pageId)} + ${sql.lit(count)})
    on conflict (page_id) do update set last_number = greatest(held.last_number + ${sql.lit(count)}, excluded.last_number)
    returning last_number - ${sql.lit(count)} as base
  )`;

/** Stores so many updates; each is an id, its bytes and whose it is. */
function appending(db: Db, pageId: unknown, at: unknown, written: readonly unknown[]) {
  const count = written.length / 3;
  const isCounted = isPostgres(db);
  const given = isCounted
    ? takingNumbers(pageId, count)
    : sql`with given as materialized (select ${lastNumberOf(pageId)} as base)`;
  // A single update, which is the most frequent, is spared the table in between.
  const isLone = !isCounted && count === 1;
  const base = isLone ? lastNumberOf(pageId) : sql`(select base from given)`;
  const rows = Array.from({ length: count }, (_, index) => {
    const [id, data, userId] = written.slice(index * 3, index * 3 + 3);
    return sql`(${id}, ${pageId}, ${base} + ${sql.lit(index + 1)}, ${data}, ${userId}, ${at})`;
  });
  return sql<{ number: number }>`${isLone ? sql`` : given}
    insert into page_updates (id, page_id, number, data, user_id, at) values ${sql.join(rows)} returning number`;
}

/** More come together in one batch only where many write at once; their statement is built each time. */
const maxPrepared = 8;

/** Storing has to keep up with typing, and building its statement costs more than running it. */
const appendingAtOnce = memoizeByKey(() =>
  prepare((db, pageId: string, at: string, ...written: unknown[]) => appending(db, pageId, at, written)),
);

/**
 * Stores what has been written, all of it or nothing, and gives it its numbers in the same statement: of one node they
 * follow upon each other, and between two calls there may be those of others. Returns the last one. Fails for a page that
 * has no content.
 */
export async function appendUpdates(
  db: Db,
  pageId: string,
  updates: readonly Pick<StoredUpdate, "data" | "userId">[],
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const written = updates.flatMap(({ data, userId }) => [newId(), Buffer.from(data), userId]);
  const stored =
    updates.length <= maxPrepared
      ? await appendingAtOnce(String(updates.length))(db, pageId, at, ...written)
      : (await appending(db, pageId, at, written).execute(db)).rows;
  return Math.max(...stored.map(({ number }) => number));
}

/**
 * Notes up to which update the page's content shows what was written; part of the transaction that changes the content.
 * False when another node has shown the page since `from`.
 */
export async function claimShown(db: Db, pageId: string, { from, to }: { from: number; to: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("pageStates")
    .set({ shownNumber: to })
    .where("pageId", "=", pageId)
    .where("shownNumber", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The pages with updates that their content does not show yet, as after a crash; only those stored before a moment. */
export async function pagesNotShown(db: Db, before?: Date): Promise<string[]> {
  let query = db
    .selectFrom("pageUpdates")
    .innerJoin("pageStates", "pageStates.pageId", "pageUpdates.pageId")
    .whereRef("pageUpdates.number", ">", "pageStates.shownNumber")
    .select("pageUpdates.pageId")
    .distinct();
  if (before) query = query.where("pageUpdates.at", "<", before.toISOString());
  const rows = await query.execute();
  return rows.map(({ pageId }) => pageId);
}

/** How a page stands on all nodes together, as far as whoever has it open has to know. */
export interface PageStanding {
  /** Of the last update that is stored. */
  number: number;
  shownNumber: number;
  compactedNumber: number;
  /** What decides who may do what in it; another text when that has changed. */
  access: string;
}

/** How pages stand, by their ids; without those that have no content any more. */
export async function readStandings(db: Db, pageIds: readonly string[]): Promise<Map<string, PageStanding>> {
  const rows = await db
    .selectFrom("pageStates as state")
    .innerJoin("pages as page", "page.id", "state.pageId")
    .select(["state.pageId", "state.number as compactedNumber", "state.shownNumber"])
    .select(["page.archivedAt", "page.maintainersOnly", "page.privateToId"])
    .select((eb) =>
      eb
        .selectFrom("pageUpdates as stored")
        .whereRef("stored.pageId", "=", "state.pageId")
        .select((max) => max.fn.max("stored.number").as("last"))
        .as("last"),
    )
    .where("state.pageId", "in", pageIds)
    .execute();
  return new Map(
    rows.map(({ pageId, last, compactedNumber, shownNumber, ...access }) => [
      pageId,
      {
        number: Math.max(compactedNumber, Number(last ?? 0)),
        shownNumber,
        compactedNumber,
        access: JSON.stringify(access),
      },
    ]),
  );
}
