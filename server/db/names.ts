import { CamelCasePlugin, type KyselyPlugin } from "kysely";
import { forgetOldest } from "../forget-oldest.ts";
import { objectMaker } from "../object-maker.ts";

/** How Kysely's own plugin names things, one by one: `customerId` in code is `customer_id` in SQL. */
class Names extends CamelCasePlugin {
  readonly inSql = (name: string) => this.snakeCase(name);
  readonly inCode = (column: string) => this.camelCase(column);
}

/** The name in SQL of a name in code, and the other way round. */
export const { inSql, inCode } = new Names();

/** Gives a row of a result the names in code for its columns. */
export type Naming = (row: unknown) => Record<string, unknown>;

/** The naming for a result, by one of its rows: all of them have the same columns. */
export const namingOf = (row: object): Naming =>
  objectMaker(Object.keys(row).map((column) => [inCode(column), column]));

const maxKept = 500;
const namings = new Map<string, Naming>();

/** The rows of a result with their names in code. */
export function withNames(rows: readonly unknown[]): Record<string, unknown>[] {
  const [first] = rows;
  if (typeof first !== "object" || first === null) return [];
  const columns = Object.keys(first).join();
  let naming = namings.get(columns);
  if (!naming) {
    naming = namingOf(first);
    if (namings.size >= maxKept) forgetOldest(namings);
    namings.set(columns, naming);
  }
  return rows.map(naming);
}

/**
 * Names the columns of results as code does. Of statements the compiler does it while it writes them; Kysely's plugin
 * would first copy all that they are made of.
 */
export const namesInCode: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) =>
    result.rows.length > 0 ? { ...result, rows: withNames(result.rows) } : result,
};
