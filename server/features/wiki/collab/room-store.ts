import { isDeepStrictEqual } from "node:util";
import * as Y from "yjs";
import { type DocumentJson, emptyDocument } from "../../../../contract/document/json.ts";
import { emptyPageUpdate } from "../../../../contract/wiki/collab.ts";
import type { Db } from "../../../db/connection.ts";
import { newId } from "../../../db/new-id.ts";
import { silentContext, transact } from "../../../db/transact.ts";
import { toYUpdate } from "../../../document/yjs.ts";

export interface StoredUpdate {
  number: number;
  data: Uint8Array;
  userId: string;
}

export interface StoredPage {
  /** Updates in their order; the first is the compacted state. */
  updates: Uint8Array[];
  number: number;
  shownNumber: number;
  /** Who has written what is not yet shown. */
  editorIds: string[];
}

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

/** All that is stored about a page; undefined when it was never given a content. */
export async function readPageState(db: Db, pageId: string): Promise<StoredPage | undefined> {
  const page = await db.selectFrom("pageStates").selectAll().where("pageId", "=", pageId).executeTakeFirst();
  if (!page) return undefined;
  const rows = await db
    .selectFrom("pageUpdates")
    .select(["number", "data", "userId"])
    .where("pageId", "=", pageId)
    .orderBy("number")
    .execute();
  const { state, number, shownNumber } = page;
  const editors = rows.flatMap((row) => (row.number > shownNumber && row.userId ? [row.userId] : []));
  return {
    updates: [state, ...rows.filter((row) => row.number > number).map(({ data }) => data)],
    number: rows.at(-1)?.number ?? number,
    shownNumber,
    editorIds: [...new Set(editors)],
  };
}

/** Stores what has been written, all of it or nothing. */
export async function appendUpdates(
  db: Db,
  pageId: string,
  updates: readonly StoredUpdate[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const rows = updates.map(({ data, ...update }) => ({ id: newId(), pageId, ...update, data: Buffer.from(data), at }));
  await db.insertInto("pageUpdates").values(rows).execute();
}

/** Notes up to which update the page's content shows what was written. */
export async function noteShown(db: Db, pageId: string, shownNumber: number): Promise<void> {
  await db.updateTable("pageStates").set({ shownNumber }).where("pageId", "=", pageId).execute();
}

/** The pages with updates that their content does not show yet, as after a crash. */
export async function pagesNotShown(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("pageUpdates")
    .innerJoin("pageStates", "pageStates.pageId", "pageUpdates.pageId")
    .whereRef("pageUpdates.number", ">", "pageStates.shownNumber")
    .select("pageUpdates.pageId")
    .distinct()
    .execute();
  return rows.map(({ pageId }) => pageId);
}

/** The pages that have uncompacted at least so many updates. */
export async function pagesToCompact(db: Db, least: number): Promise<string[]> {
  const rows = await db
    .selectFrom("pageUpdates")
    .select("pageId")
    .groupBy("pageId")
    .having((eb) => eb.fn.countAll(), ">=", least)
    .execute();
  return rows.map(({ pageId }) => pageId);
}

/**
 * Folds the updates of a page that its content shows into its state. Those that it does not show stay as they are:
 * they say who has to be named as an author.
 */
export async function compactPage({ db, now }: { db: Db; now(): Date }, pageId: string): Promise<void> {
  const page = await db.selectFrom("pageStates").selectAll().where("pageId", "=", pageId).executeTakeFirst();
  if (!page) return;
  const shown = await db
    .selectFrom("pageUpdates")
    .select(["number", "data"])
    .where("pageId", "=", pageId)
    .where("number", "<=", page.shownNumber)
    .orderBy("number")
    .execute();
  const last = shown.at(-1);
  if (!last) return;
  const doc = new Y.Doc();
  for (const update of [page.state, ...shown.map(({ data }) => data)]) Y.applyUpdate(doc, update);
  const state = Buffer.from(Y.encodeStateAsUpdate(doc));
  doc.destroy();
  await transact(silentContext({ db, now }), async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("pageStates")
      .set({ state, number: last.number, updatedAt: now().toISOString() })
      .where("pageId", "=", pageId)
      .where("number", "=", page.number)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx.db.deleteFrom("pageUpdates").where("pageId", "=", pageId).where("number", "<=", last.number).execute();
  });
}
