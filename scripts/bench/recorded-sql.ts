import path from "node:path";
import Sqlite from "better-sqlite3";
import { type CompiledQuery, Kysely, type SqliteDatabase } from "kysely";
import { type Db, PortalDialect } from "../../server/db/connection.ts";
import { namesInCode } from "../../server/db/names.ts";
import type { Database } from "../../server/db/schema.ts";

export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Runs work on the database of a data folder and returns the statements that it made, with their values. */
export async function recordSql(dataDir: string, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const note = ({ sql, parameters }: CompiledQuery) => statements.push({ sql, parameters: [...parameters] });
  const sqlite = new Sqlite(path.join(dataDir, "techcenter.sqlite"), { readonly: true });
  const db: Db = new Kysely<Database>({
    dialect: new PortalDialect({ database: sqlite as unknown as SqliteDatabase }),
    plugins: [namesInCode],
    log: (event) => void (event.level === "query" && note(event.query)),
  });
  await work(db);
  await db.destroy();
  return statements;
}
