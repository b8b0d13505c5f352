import { setImmediate } from "node:timers/promises";
import type { Db } from "../db/connection.ts";
import { silentContext, transact } from "../db/transact.ts";
import { startWorker } from "../db/wake.ts";
import type { Log } from "../log.ts";
import { indexRecord, readBelongings } from "./index-record.ts";

/** Belongings whose documents are formed anew in one transaction: a few milliseconds. */
const atOnce = 40;

/**
 * Carries new names of customers, places and people to what is found by them, where there is too much of it for the
 * transaction of the change. Cut off, it goes on behind the last batch.
 */
export async function spreadNames(context: { db: Db; now(): Date }, isStopping = () => false): Promise<void> {
  const ctx = silentContext(context);
  for (let isDone = false; !isDone && !isStopping(); await setImmediate()) {
    isDone = await transact(ctx, async (tx) => {
      const asked = await tx.db.selectFrom("searchQueue").selectAll().limit(1).executeTakeFirst();
      if (!asked) return true;
      const { parentId, afterNumber } = asked;
      const belongings = await readBelongings(tx.db, parentId, { after: afterNumber, limit: atOnce });
      for (const { type, id } of belongings) await indexRecord(tx, { type, id });
      const last = belongings.at(-1);
      if (last && belongings.length === atOnce)
        await tx.db
          .updateTable("searchQueue")
          .set({ afterNumber: last.number })
          .where("parentId", "=", parentId)
          .execute();
      else await tx.db.deleteFrom("searchQueue").where("parentId", "=", parentId).execute();
      return false;
    });
  }
}

/** Spreads names from now on, as soon as a change leaves some; `stop` waits for the batch under way. */
export const startNameQueue = (services: { db: Db; now(): Date; log: Log }) =>
  startWorker(services, {
    worker: "searchNames",
    run: async (isStopped) => void (await spreadNames(services, isStopped)),
    failure: "names could not be spread in the search",
  });
