import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { rollTerm } from "../../../contract/terms/roll-term.ts";
import { type TermType, termFieldsOf, termTypes } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { storeOf } from "../../records/registry.ts";
import { readStored } from "../../records/stored.ts";
import type { Services } from "../../trpc/context.ts";
import { applyDuePrices } from "./due-prices.ts";
import { knownOf, originOf, pastOf } from "./follow-record.ts";
import { tellRolled } from "./tell-rolled.ts";
import { type PeriodFacts, readLastRow, writePeriods } from "./term-rows.ts";
import { writeUnattended } from "./write-unattended.ts";

export type RollServices = Pick<Services, "db" | "now" | "live" | "log">;

/** Everybody else waits while a transaction is open, so it ends after so many rows or so much time. */
const rowsPerTransaction = 100;
const msPerTransaction = 8;

/**
 * Moves everything that runs for a time on to where it stands today, and gives the prices that are valid from today.
 * Safe to be killed and to be repeated: each record is moved with its history in one transaction, from what it then
 * holds, and by a statement that finds it only as it was read, so that of two processes one does it.
 */
export async function rollOver(services: RollServices): Promise<void> {
  for (const type of termTypes) await rollEach(services, type, await dueIds(services, type));
  await applyDuePrices(services);
}

/** The same, and fills in the periods of records that have none yet; the daily job. */
export async function tendTerms(services: RollServices): Promise<void> {
  await rollOver(services);
  for (const type of termTypes) await rollEach(services, type, await unwrittenIds(services, type));
}

async function rollEach(services: RollServices, type: TermType, ids: readonly string[]): Promise<void> {
  for (let next = 0; next < ids.length; await setImmediate())
    next = await transact(systemContext(services), async (tx) => {
      const until = performance.now() + msPerTransaction;
      const end = Math.min(ids.length, next + rowsPerTransaction);
      let at = next;
      do {
        const id = ids[at] ?? "";
        at += 1;
        await tx
          .attempt(() => rollRecord(tx, type, id))
          .catch((err: unknown) =>
            services.log.error({ err, recordType: type, recordId: id }, "term could not roll on"),
          );
      } while (at < end && performance.now() < until);
      return at;
    });
}

/** Records whose period or last day to cancel is over. */
async function dueIds({ db, now }: RollServices, type: TermType): Promise<string[]> {
  const { end, cancelBy } = termFieldsOf(type);
  const today = portalDate(now());
  const isOver = (name: string) => sql<boolean>`${sql.ref(`record.${name}`)} < ${today}`;
  // Without an entered end, only the row of the period that was asked about tells that it is over.
  const asked = sql<boolean>`${sql.ref(`record.${end}`)} is null and (select t.to_on from terms as t
    where t.target_type = ${type} and t.target_id = record.id order by t.id desc limit 1) < ${today}`;
  const rows = await dynamic(db)
    .selectFrom(`${storeOf(type).table} as record`)
    .select("record.id")
    .where("record.archivedAt", "is", null)
    .where((eb) => eb.or([isOver(end), isOver(cancelBy), asked]))
    .orderBy("record.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Records with a date of which no period was ever written. */
async function unwrittenIds({ db }: RollServices, type: TermType): Promise<string[]> {
  const { end, start, minTerm } = termFieldsOf(type);
  const dates = [end, ...(minTerm && start ? [start] : [])].map((name) => sql.ref(`record.${name}`));
  const rows = await dynamic(db)
    .selectFrom(`${storeOf(type).table} as record`)
    .select("record.id")
    .where("record.archivedAt", "is", null)
    .where(sql<boolean>`coalesce(${sql.join(dates)}, null) is not null`)
    .where(
      sql<boolean>`not exists (select 1 from terms as t where t.target_type = ${type} and t.target_id = record.id)`,
    )
    .orderBy("record.id")
    .execute();
  return rows.map(({ id }) => id);
}

async function rollRecord(tx: Tx, type: TermType, id: string): Promise<void> {
  const store = storeOf(type);
  const stored = await readStored(tx.db, store, id);
  if (!stored || stored.archivedAt) return;
  const fields = termFieldsOf(type);
  const last = await readLastRow(tx.db, { type, id });
  const rolled = rollTerm(fields, stored.values, portalDate(tx.now()), knownOf(last));
  if (!rolled) return;
  const { term, state, renewed, isOver } = rolled;
  const { rule } = term;
  if (last?.outcome === "ended" && isOver) return;
  if (Object.keys(rolled.values).length > 0) await writeUnattended(tx, type, stored, rolled.values);
  const known = { term, fields, ...(last && { last }) };
  const values = { ...stored.values, ...rolled.values };
  const certainty = originOf(type, { ...known, state, values, isRolled: fields.end in rolled.values });
  const past: PeriodFacts[] = last ? [] : pastOf(fields, term, stored.values);
  const passed = renewed.map(
    ({ index, decision }): PeriodFacts => ({
      index,
      outcome: "renewed",
      decision: last ? decision : null,
      ...originOf(type, { ...known, values: stored.values, state: term.state }),
    }),
  );
  const { asks, index, decision, endsOn } = state;
  const now: PeriodFacts = isOver
    ? { ...certainty, index, outcome: "ended", decision, effectiveOn: endsOn }
    : { ...certainty, index: asks, outcome: "open", decision, effectiveOn: endsOn };
  const isNew = !last || isOver || renewed.length > 0;
  await writePeriods(tx, { type, id }, rule, [...past, ...passed, ...(isNew ? [now] : [])]);
  // What was made up for the first time is no news.
  if (last)
    await tellRolled(tx, { type, id, title: stored.title, values: { ...stored.values, ...rolled.values } }, rolled);
}
