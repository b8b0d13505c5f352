import { AsyncLocalStorage } from "node:async_hooks";

const alone = new AsyncLocalStorage<true>();

/**
 * Has the transactions that `work` opens begin when no other is open, on any node, and keeps others out until they have
 * ended: of a row that many write to, such as the next number of a range, each try side by side is lost but one.
 */
export const withoutOthers = <Result>(work: () => Promise<Result>): Promise<Result> => alone.run(true, work);

/** Whether a transaction that is opened here has to itself what it reads and writes. */
export const isWithoutOthers = (): boolean => alone.getStore() === true;

/**
 * Passes the gate, side by side with others or alone, before the transaction takes its snapshot: a lock that a query asks
 * for, such as an advisory one, would be waited for with a snapshot that is old by then. The table is one that nobody
 * writes to but a migration.
 */
export const passGate = (): string =>
  `lock table kysely_migration_lock in ${isWithoutOthers() ? "exclusive" : "row share"} mode`;
