import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import ts from "typescript";
import { expect, it } from "vitest";
import type { Db } from "../server/db/connection.ts";
import { isPostgres } from "../server/db/postgres/is-postgres.ts";
import { openTestDatabase } from "./support/database.ts";

const folder = path.resolve(import.meta.dirname, "../server/db");
const toSnake = (name: string) => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);

function readInterfaces(file: string): [string, ts.InterfaceDeclaration][] {
  const text = readFileSync(path.join(folder, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]);
}

/** Table name → sorted column names with `?` where null is allowed, as server/db says. */
function readSchema(): Record<string, string[]> {
  const interfaces = new Map(
    ["schema.ts", ...readdirSync(path.join(folder, "tables")).map((file) => `tables/${file}`)].flatMap(readInterfaces),
  );
  const members = (name: string): ts.PropertySignature[] => {
    const node = interfaces.get(name);
    if (!node) throw new Error(`server/db has no interface ${name}`);
    const bases = (node.heritageClauses ?? []).flatMap((clause) =>
      clause.types.map((base) => base.expression.getText()),
    );
    return [...bases.flatMap(members), ...node.members.filter(ts.isPropertySignature)];
  };
  const tables = members("Database").map((member) => {
    const columns = members(member.type?.getText() ?? "").map(
      (column) => toSnake(column.name.getText()) + (/\| null\b/.test(column.type?.getText() ?? "") ? "?" : ""),
    );
    return [toSnake(member.name.getText()), columns.sort()] as const;
  });
  return Object.fromEntries(tables);
}

/** What a row gives without being told; SQLite lists none of it. */
async function generatedColumns(db: Db): Promise<Set<string>> {
  if (!isPostgres(db)) return new Set();
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where is_generated = 'ALWAYS'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

it("the interfaces of the tables say what an empty, migrated database holds", async () => {
  const db = await openTestDatabase();
  const tables = await db.introspection.getTables();
  const generated = await generatedColumns(db);
  const found = tables
    .filter((table) => !table.isView && !table.name.includes("_fts"))
    .map((table) => [
      toSnake(table.name),
      table.columns
        .filter((column) => !generated.has(`${toSnake(table.name)}.${toSnake(column.name)}`))
        .map((column) => toSnake(column.name) + (column.isNullable ? "?" : ""))
        .sort(),
    ]);
  expect(Object.fromEntries(found)).toEqual(readSchema());
});

it("migrations are numbered without gaps since the 24th, each number once", () => {
  const names = readdirSync(path.resolve(import.meta.dirname, "../migrations")).sort();
  const numbers = names.map((name) => Number(name.slice(0, 4))).filter((number) => number >= 24);
  expect(numbers).toEqual(numbers.map((_, index) => 24 + index));
});
