import { CamelCasePlugin, type KyselyPlugin } from "kysely";

/** How Kysely's own plugin names things, one by one: `customerId` in code is `customer_id` in SQL. */
class Names extends CamelCasePlugin {
  readonly inSql = (name: string) => this.snakeCase(name);
  readonly inCode = (column: string) => this.camelCase(column);
}

/** The name in SQL of a name in code, and the other way round. */
export const { inSql, inCode } = new Names();

/** The columns of a result and their names in code. */
export type ColumnNames = readonly (readonly [column: string, name: string])[];

export const columnNamesOf = (row: object): ColumnNames => Object.keys(row).map((column) => [column, inCode(column)]);

/** The rows of a result with their names in code; all of them have the same columns. */
export function withNames(names: ColumnNames, rows: readonly unknown[]): Record<string, unknown>[] {
  return (rows as readonly Record<string, unknown>[]).map((row) => {
    const made: Record<string, unknown> = {};
    for (const [column, name] of names) made[name] = row[column];
    return made;
  });
}

/**
 * Names the columns of results as code does. Of statements the compiler does it while it writes them; Kysely's plugin
 * would first copy all that they are made of.
 */
export const namesInCode: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const [first] = result.rows;
    return first ? { ...result, rows: withNames(columnNamesOf(first), result.rows) } : result;
  },
};
