import { setImmediate } from "node:timers/promises";
import { requireValue } from "../../contract/narrowing.ts";
import { type BulkResult, maxFailuresTold } from "../../contract/records/bulk.ts";
import { type Tx, transact } from "../db/transact.ts";
import { asProblem } from "../problem.ts";
import type { PersonContext } from "../trpc/context.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { gatherSignals } from "./gather-signals.ts";
import { readableBy } from "./readable.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordStore } from "./store.ts";

/**
 * A transaction ends after so many rows or so much time, and then writes what the rows are found by: everybody else
 * waits for about 10 ms.
 */
const rowsPerTransaction = 100;
const msPerTransaction = 8;

export type BulkContext = RecordContext & Pick<PersonContext, "log">;

/**
 * Runs one command for many records in short transactions, between which others are served. A record whose command is
 * refused stays as it is and is told with the reason; it holds up none of the others.
 */
export const forEachRecord = (
  store: RecordStore,
  ctx: BulkContext,
  ids: readonly string[],
  command: Command,
): Promise<BulkResult> => forEachId(ctx, ids, { command, titleOf: (tx, id) => titleOf(tx, store, ctx, id) });

type Command = (tx: Tx, ctx: RecordContext, id: string) => Promise<unknown>;

interface Each {
  command: Command;
  /** What a failure is told with; empty where nothing is known by that id. */
  titleOf: (tx: Tx, id: string) => Promise<string> | string;
}

/** As `forEachRecord`, for what is known by other ids than those of records. */
export async function forEachId(ctx: BulkContext, ids: readonly string[], each: Each): Promise<BulkResult> {
  const gathered = gatherSignals(ctx);
  const result: BulkResult = { ok: 0, failed: [], failedCount: 0 };
  try {
    for (let next = 0; next < ids.length; await setImmediate()) {
      const chunk = await transact(gathered.ctx, (tx) => runChunk(tx, gathered.ctx, ids, next, each));
      next = chunk.next;
      result.ok += chunk.ok;
      result.failedCount += chunk.failed.length;
      result.failed.push(...chunk.failed.slice(0, maxFailuresTold - result.failed.length));
    }
  } finally {
    gathered.publish();
  }
  return result;
}

async function runChunk(tx: Tx, ctx: BulkContext, ids: readonly string[], start: number, { command, titleOf }: Each) {
  const until = performance.now() + msPerTransaction;
  const end = Math.min(ids.length, start + rowsPerTransaction);
  const failed: BulkResult["failed"] = [];
  let next = start;
  do {
    const id = requireValue(ids[next]);
    next += 1;
    try {
      await tx.attempt(() => command(tx, ctx, id));
    } catch (error) {
      failed.push({ id, title: await titleOf(tx, id), message: reasonOf(error, ctx, id) });
    }
  } while (next < end && performance.now() < until);
  return { next, ok: next - start - failed.length, failed };
}

async function titleOf(tx: Tx, { table, declaration }: RecordStore, { person }: RecordContext, id: string) {
  let query = dynamic(tx.db).selectFrom(`${table} as record`).select("record.title").where("record.id", "=", id);
  const readable = readableBy(declaration.type, person);
  if (readable) query = query.where(readable);
  const row = await query.executeTakeFirst();
  return row?.title ?? "";
}

/** What a person reads of a part that failed on one record; what nobody expected is logged. */
export function reasonOf(error: unknown, { log }: Pick<BulkContext, "log">, id: string): string {
  const problem = asProblem(error);
  if (problem) return problem.message;
  log.error({ err: error, recordId: id }, "bulk command failed on a record");
  return "Das hat nicht geklappt. Bitte versuche es erneut.";
}
