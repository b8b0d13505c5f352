import type { Compilable, CompiledQuery } from "kysely";
import { forgetOldest } from "../forget-oldest.ts";
import type { Db } from "./connection.ts";

interface Plan<Row> {
  query: CompiledQuery<Row>;
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
  build: (db: Db, ...args: Args) => Compilable<Row>,
): Prepared<Args, Row> {
  let plan: Plan<Row> | undefined;

  function compile(db: Db, count: number): Plan<Row> {
    const placeholders = Array.from({ length: count }, (_, index) => Object.freeze({ argument: index }));
    const query = build(db, ...(placeholders as unknown as Args)).compile();
    const slots = query.parameters.map(
      (parameter) => placeholders.find((placeholder) => placeholder === parameter)?.argument,
    );
    return { query, slots };
  }

  return async (db, ...args) => {
    plan ??= compile(db, args.length);
    const { query, slots } = plan;
    const parameters = slots.map((slot, index) => (slot === undefined ? query.parameters[index] : args[slot]));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
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
