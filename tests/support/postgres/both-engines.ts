import { CompiledQuery, type QueryId, type RootOperationNode } from "kysely";
import { expect, inject } from "vitest";
import { PostgresCompiler, SqliteCompiler } from "../../../server/db/dialect/compilers.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { postgresUrl } from "../servers/postgres.ts";
import { template } from "./databases.ts";

/** What has been compiled for SQLite in this worker, by its text. */
const known = new Set<string>();
const fresh = new Map<string, RootOperationNode>();
const compile = SqliteCompiler.prototype.compileQuery;

/** Has every statement noted that is compiled for SQLite, but for those of migrations and of SQLite's own tables. */
export function noteStatements(): void {
  SqliteCompiler.prototype.compileQuery = function (node: RootOperationNode, id: QueryId) {
    const compiled = compile.call(this, node, id);
    if (!known.has(compiled.sql)) {
      known.add(compiled.sql);
      if (isStatement(compiled.sql) && !isOfMigration()) fresh.set(compiled.sql, node);
    }
    return compiled;
  };
}

const isStatement = (sql: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(sql) && !/sqlite_|pragma_|search_fts_/.test(sql);
const isOfMigration = () => /[/\\]migrations[/\\]/.test(new Error("where a statement comes from").stack ?? "");

export interface Refused {
  sql: string;
  why: string;
}

/** Which of the statements that were noted since the last time a migrated Postgres does not accept. */
export async function refusedByPostgres(folder: string): Promise<Refused[]> {
  const statements = [...fresh.values()];
  fresh.clear();
  if (statements.length === 0) return [];
  const db = await openPostgres(postgresUrl(folder, template), { size: 1 });
  const refused: Refused[] = [];
  for (const node of statements) {
    const { sql } = new PostgresCompiler().compileQuery(node, { queryId: "" });
    await db
      .executeQuery(CompiledQuery.raw(`prepare noted as ${sql}; deallocate noted`))
      .catch((error: Error) => void refused.push({ sql, why: error.message }));
  }
  await db.destroy();
  return refused;
}

/** Fails a test file of which Postgres does not accept every statement. */
export async function expectBothEngines(): Promise<void> {
  const folder = inject("accepting");
  if (folder !== undefined) expect(await refusedByPostgres(folder)).toEqual([]);
}
