import { sql } from "kysely";
import type { Db } from "../../../server/db/connection.ts";

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

interface Rule {
  /** Of which columns it speaks. */
  columns: string[];
  text: string;
}

interface Table {
  columns: Map<string, Column>;
  /** What is refused, and what is done beside a write. */
  rules: { unique: Rule[]; reference: Rule[]; check: Rule[]; trigger: Rule[] };
}

export type Schema = Map<string, Table>;

/** What a database on SQLite asks of those who write to it. */
export async function readSchema(db: Db): Promise<Schema> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`.execute(
    db,
  );
  return new Map(await Promise.all(rows.map(async (row) => [row.name, await readTable(db, row)] as const)));
}

async function readTable(db: Db, { name, sql: created }: { name: string; sql: string }): Promise<Table> {
  const ask = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  const columns = await ask(
    sql<{ name: string; type: string; isNotNull: number; default: string | null; isKey: number }>`
      select name, type, "notnull" as is_not_null, dflt_value as "default", pk as is_key
      from pragma_table_xinfo(${name})`,
  );
  const indexes = await ask(
    sql<{ name: string; partial: number }>`select name, partial from pragma_index_list(${name}) where "unique" = 1`,
  );
  const unique = await Promise.all(
    indexes.map(async (index): Promise<Rule> => {
      const parts = await ask(sql<{ name: string | null }>`select name from pragma_index_info(${index.name})`);
      const [stored] = await ask(sql<{ sql: string | null }>`select sql from sqlite_schema where name = ${index.name}`);
      const where = /\bwhere\b.*$/is.exec(stored?.sql ?? "")?.[0] ?? "";
      const names = parts.map((part) => part.name ?? "an expression");
      return { columns: names, text: `${names.join(", ")} ${where}`.trim() };
    }),
  );
  const references = await ask(
    sql<{ from: string; table: string; onDelete: string }>`
      select "from", "table", on_delete from pragma_foreign_key_list(${name})`,
  );
  const triggers = await ask(
    sql<{
      name: string;
      sql: string;
    }>`select name, sql from sqlite_schema where type = 'trigger' and tbl_name = ${name}`,
  );
  return {
    columns: new Map(
      columns.map((column) => [
        column.name,
        {
          type: column.type.toLowerCase(),
          isNullable: column.isNotNull === 0 && column.isKey === 0,
          hasDefault: column.default !== null,
        },
      ]),
    ),
    rules: {
      unique,
      reference: references.map(({ from, table, onDelete }) => ({
        columns: [from],
        text: `${from} → ${table} ${onDelete}`,
      })),
      check: readChecks(created).map((text) => ({
        columns: columns.map((column) => column.name).filter((column) => new RegExp(`\\b${column}\\b`).test(text)),
        text,
      })),
      trigger: triggers.map(({ sql: text }) => ({ columns: [], text })),
    },
  };
}

/** The conditions of a table, each up to the bracket that closes it. */
function readChecks(created: string): string[] {
  return [...created.matchAll(/\bcheck\s*\(/gi)].map(({ index, 0: begin }) => {
    let depth = 1;
    let end = index + begin.length;
    for (; depth > 0 && end < created.length; end += 1)
      depth += created[end] === "(" ? 1 : created[end] === ")" ? -1 : 0;
    return created.slice(index + begin.length, end - 1).replace(/\s+/g, " ");
  });
}

/** What whoever knows the former schema could not live with in the next one, in sentences. */
export function findBreaks(former: Schema, next: Schema): string[] {
  return [...former].flatMap(([name, table]) => {
    const after = next.get(name);
    return after ? breaksOf(table, after).map((text) => `${name}: ${text}`) : [`${name} is gone`];
  });
}

function breaksOf(former: Table, next: Table): string[] {
  const breaks: string[] = [];
  for (const [name, column] of former.columns) {
    const after = next.columns.get(name);
    if (!after) breaks.push(`${name} is gone`);
    else if (after.type !== column.type) breaks.push(`${name} is ${after.type} instead of ${column.type}`);
    else if (column.isNullable && !after.isNullable) breaks.push(`${name} may not be empty`);
    else if (column.hasDefault && !after.hasDefault) breaks.push(`${name} has no default`);
  }
  for (const [name, { isNullable, hasDefault }] of next.columns)
    if (!former.columns.has(name) && !isNullable && !hasDefault) breaks.push(`${name} is new and wants a value`);
  const isKnown = (column: string) => former.columns.has(column);
  const textsOf = (rules: readonly Rule[]) => new Set(rules.map(({ text }) => text));
  for (const kind of ["unique", "reference", "check", "trigger"] as const) {
    const [before, after] = [textsOf(former.rules[kind]), textsOf(next.rules[kind])];
    // What the former version writes has nothing in a new column, and nothing is alike, points anywhere or fails a condition.
    for (const { text, columns } of next.rules[kind])
      if (!before.has(text) && columns.every(isKnown)) breaks.push(`a ${kind} is new: ${text}`);
    // A condition that is gone is missed by nobody; an insert names what is unique, and a delete relies on the others.
    if (kind !== "check") for (const text of before) if (!after.has(text)) breaks.push(`a ${kind} is gone: ${text}`);
  }
  return breaks;
}
