import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { openTestDatabase } from "./support/database.ts";

const schemaFile = path.resolve(import.meta.dirname, "../server/db/schema.ts");
const toSnake = (name: string) => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);

/** Table name → sorted column names with `?` where null is allowed, as server/db/schema.ts says. */
function readSchema(): Record<string, string[]> {
  const source = ts.createSourceFile(schemaFile, readFileSync(schemaFile, "utf8"), ts.ScriptTarget.Latest, true);
  const interfaces = new Map(source.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));
  const members = (node: ts.InterfaceDeclaration) => node.members.filter(ts.isPropertySignature);
  const tables = members(interfaces.get("Database") as ts.InterfaceDeclaration).map((member) => {
    const table = interfaces.get(member.type?.getText() ?? "") as ts.InterfaceDeclaration;
    const columns = members(table).map(
      (column) => toSnake(column.name.getText()) + (/\| null\b/.test(column.type?.getText() ?? "") ? "?" : ""),
    );
    return [toSnake(member.name.getText()), columns.sort()] as const;
  });
  return Object.fromEntries(tables);
}

it("the page of tables says what an empty, migrated database holds", async () => {
  const db = await openTestDatabase();
  const tables = await db.introspection.getTables();
  const found = tables
    .filter((table) => !table.isView && !table.name.includes("_fts"))
    .map((table) => [
      toSnake(table.name),
      table.columns.map((column) => toSnake(column.name) + (column.isNullable ? "?" : "")).sort(),
    ]);
  expect(Object.fromEntries(found)).toEqual(readSchema());
});
