import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./connection.ts";

interface Plan<Row> {
  query: CompiledQuery<Row>;
  /** For each parameter of the statement, which argument it is; undefined for constants. */
  slots: (number | undefined)[];
}

/**
 * Makes a query that is built and compiled once per database and then only run: for reads so frequent that building
 * costs more than SQLite's answer. `build` sees placeholders for its arguments and may only pass them on as values.
 */
export function prepare<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const plans = new WeakMap<Db, Plan<Row>>();

  function planFor(db: Db, count: number): Plan<Row> {
    const known = plans.get(db);
    if (known) return known;
    const placeholders = Array.from({ length: count }, (_, index) => Object.freeze({ argument: index }));
    const query = build(db, ...(placeholders as unknown as Args)).compile();
    const slots = query.parameters.map(
      (parameter) => placeholders.find((placeholder) => placeholder === parameter)?.argument,
    );
    const plan = { query, slots };
    plans.set(db, plan);
    return plan;
  }

  return async (db, ...args) => {
    const { query, slots } = planFor(db, args.length);
    const parameters = slots.map((slot, index) => (slot === undefined ? query.parameters[index] : args[slot]));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
