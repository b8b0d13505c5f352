import * as Y from "yjs";
import type { Db } from "../../../db/connection.ts";
import { silentContext, transact } from "../../../db/transact.ts";

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
 * Folds the updates of a page that its content shows into its state, unless another node does so meanwhile. Those that it
 * does not show stay as they are: they say who has to be named as an author.
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
