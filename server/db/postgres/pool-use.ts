import { openTransactionTurns, type Turns } from "./turns.ts";

/** How many connections of a pool do something, rest, and how much waits for one. */
export interface PoolUse {
  busy: number;
  idle: number;
  waiting: number;
  max: number;
}

/** How long a statement waits for a connection, and a transaction for its turn. */
export const connectMs = 10_000;
/**
 * Six connections of ten are for transactions. These wait for each other, at the gate and for rows, with a connection in
 * hand; the rest is left to reads, which wait for nobody.
 */
const transactionShare = 0.6;

const maxTransactions = (connections: number) =>
  Math.max(1, Math.min(connections - 1, Math.ceil(connections * transactionShare)));

const pools = new WeakMap<object, { use: () => PoolUse; turns: Turns }>();

/** From now on the connections of a database can be counted, and its transactions leave some to others. */
export function notePool(db: object, use: () => PoolUse): void {
  pools.set(db, { use, turns: openTransactionTurns(maxTransactions(use().max), connectMs) });
}

/** Undefined of a database that has no pool. */
export function readPoolUse(db: object): PoolUse | undefined {
  const pool = pools.get(db);
  if (!pool) return undefined;
  const use = pool.use();
  return { ...use, waiting: use.waiting + pool.turns.waiting() };
}

/** Opens a transaction as soon as fewer of this process are open on the pool than may be at a time. */
export const inTurn = <Result>(db: object, open: () => Promise<Result>): Promise<Result> =>
  pools.get(db)?.turns.run(open) ?? open();
