import type { Compilable, CompiledQuery, RawBuilder } from "kysely";
import { forgetOldest } from "../forget-oldest.ts";
import type { Db } from "./connection.ts";
import { type Naming, namingOf } from "./names.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

/** What lies below a database, for statements that need nothing of Kysely but their SQL. */
export interface Underneath {
  /** The rows as SQLite names them; undefined where a transaction is open, or for a statement that gives none. */
  read(query: CompiledQuery): unknown[] | undefined;
  /** The same for the one transaction that is open, which also writes by it; what gives no rows gives an empty list. */
  runInTransaction(query: CompiledQuery): unknown[];
}

const underneath = new WeakMap<Db, Underneath>();

/** Says what lies below a database. */
export const noteUnderneath = (db: Db, it: Underneath): void => void underneath.set(db, it);

export const underneathOf = (db: Db): Underneath | undefined => underneath.get(db);

/**
 * Does the work of a transaction whose prepared statements wait for no connection: it has the only one. What comes after
 * its end is Kysely's again, which refuses it.
 */
export async function withUnderneath<Result>(db: Db, tx: Db, work: () => Promise<Result>): Promise<Result> {
  const below = underneath.get(db);
  if (!below) return work();
  underneath.set(tx, { ...below, read: below.runInTransaction });
  try {
    return await work();
  } finally {
    underneath.delete(tx);
  }
}

interface Plan<Row> {
  query: CompiledQuery<Row>;
  /** Of its rows, once there has been one. */
  naming?: Naming;
  /** For each parameter of the statement, which argument it is; undefined for constants. */
  slots: (number | undefined)[];
}

export type Prepared<Args extends readonly unknown[], Row> = (db: Db, ...args: Args) => Promise<Row[]>;

/**
 * Makes a query that is built and compiled once and then only run, on any database or transaction: for statements so
 * frequent that building costs more than SQLite's answer. `build` sees placeholders for its arguments and may only pass
 * them on as values; there are always as many as with the first call.
 */
export function prepare<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row> | RawBuilder<Row>,
): Prepared<Args, Row> {
  const plans: { sqlite?: Plan<Row>; postgres?: Plan<Row> } = {};

  function compile(db: Db, count: number): Plan<Row> {
    const placeholders = Array.from({ length: count }, (_, index) => Object.freeze({ argument: index }));
    const query = build(db, ...(placeholders as unknown as Args)).compile(db);
    const slots = query.parameters.map(
      (parameter) => placeholders.find((placeholder) => placeholder === parameter)?.argument,
    );
    return { query, slots };
  }

  return async (db, ...args) => {
    const engine = isPostgres(db) ? "postgres" : "sqlite";
    const plan = plans[engine] ?? compile(db, args.length);
    plans[engine] = plan;
    const { query, slots } = plan;
    const parameters = slots.map((slot, index) => (slot === undefined ? query.parameters[index] : args[slot]));
    const filled = { ...query, parameters };
    // Without waiting for a connection and its promises: there is only this one, and nothing is in the way.
    const read = underneath.get(db)?.read(filled);
    if (read) return named(plan, read);
    const { rows } = await db.executeQuery<Row>(filled);
    return rows;
  };
}

/** The rows with their names in code. */
function named<Row>(plan: Plan<Row>, rows: unknown[]): Row[] {
  const [first] = rows;
  if (!first) return [];
  plan.naming ??= namingOf(first);
  return rows.map(plan.naming) as Row[];
}

const maxKept = 200;

/** Makes something once for each key, such as the update of a set of columns; beyond 200 keys the oldest is forgotten. */
export function memoizeByKey<Made>(make: (key: string) => Made): (key: string) => Made {
  const kept = new Map<string, Made>();
  return (key) => {
    const known = kept.get(key);
    if (known) return known;
    const made = make(key);
    if (kept.size >= maxKept) forgetOldest(kept);
    kept.set(key, made);
    return made;
  };
}
