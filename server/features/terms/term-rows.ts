import { sql } from "kysely";
import type { Certainty, TermSource } from "../../../contract/terms/sources.ts";
import { endOfPeriod, periodOf, stepMonths, type TermDecision, type TermRule } from "../../../contract/terms/term.ts";
import { type TermOutcome, type TermType, termFieldsOf } from "../../../contract/terms/term-types.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import { prepare } from "../../db/prepare.ts";
import type { TermTable } from "../../db/tables/terms.ts";
import type { Tx } from "../../db/transact.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { storeOf } from "../../records/registry.ts";

export interface TermTarget {
  type: TermType;
  id: string;
}

const lastRow = prepare((db: Db, type: TermType, id: string) =>
  db
    .selectFrom("terms")
    .selectAll()
    .where("targetType", "=", type)
    .where("targetId", "=", id)
    .orderBy("id", "desc")
    .limit(1),
);

/** The last row of a term: the period that was asked about, and from where its months are counted. */
export async function readLastRow(db: Db, { type, id }: TermTarget): Promise<TermTable | undefined> {
  const [row] = await lastRow(db, type, id);
  return row;
}

/** What is written of a period. */
export interface PeriodFacts {
  index: number;
  /** Where the whole began within it. */
  from?: string;
  outcome: TermOutcome;
  decision: TermDecision | null;
  certainty: Certainty;
  source: TermSource;
  effectiveOn?: string | null;
  decided?: { byId: string | null; byName: string | null; at: string; reason: string | null };
}

/** The prices of a target as they are now. */
export async function readPrices(db: Db, { type, id }: TermTarget) {
  const { price, cost } = termFieldsOf(type);
  const store = storeOf(type);
  const priceOf = (name: string | undefined) => {
    if (!name) return sql<number | null>`null`;
    const derived = store.derived?.[name];
    return derived ? sql<number | null>`(${derived("")})` : sql<number | null>`${sql.ref(`record.${name}`)}`;
  };
  const [row] = await dynamic(db)
    .selectFrom(`${store.table} as record`)
    .select([priceOf(price).as("priceCents"), priceOf(cost).as("costCents")])
    .where("record.id", "=", id)
    .execute();
  return { priceCents: row?.priceCents ?? null, costCents: row?.costCents ?? null };
}

/** Writes rows of a term, the earliest period first. Rows are never changed. */
export async function writePeriods(
  tx: Tx,
  { type, id }: TermTarget,
  rule: TermRule,
  periods: readonly PeriodFacts[],
): Promise<void> {
  if (periods.length === 0) return;
  const prices = await readPrices(tx.db, { type, id });
  const none = { byId: null, byName: null, at: null, reason: null };
  const rows = periods.map(({ index, outcome, decision, certainty, source, effectiveOn = null, decided, ...facts }) => {
    const { from, to, cancelBy } = { ...periodOf(rule, index), ...facts };
    const { byId, byName, at, reason } = decided ?? none;
    return {
      id: newId(),
      targetType: type,
      targetId: id,
      fromOn: from,
      toOn: to,
      cancelBy,
      ...prices,
      anchorOn: rule.anchorOn,
      anchorMonths: rule.firstMonths + index * stepMonths(rule),
      certainty,
      source,
      outcome,
      decision,
      effectiveOn,
      createdAt: tx.now().toISOString(),
      decidedById: byId,
      decidedByName: byName,
      decidedAt: at,
      reason,
    };
  });
  for (let start = 0; start < rows.length; start += 40)
    await tx.db
      .insertInto("terms")
      .values(rows.slice(start, start + 40))
      .execute();
}

/** Further back, nobody asks; what runs by the month would fill pages. */
const maxPast = 36;

/** The numbers of the periods that had passed before the one with the given number, as far as the beginning is known. */
export function pastPeriods(rule: TermRule, start: string | undefined, before: number): number[] {
  const past: number[] = [];
  if (!start) return past;
  for (let index = before - 1; past.length < maxPast && endOfPeriod(rule, index) > start; index -= 1)
    past.unshift(index);
  return past;
}
