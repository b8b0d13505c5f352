import { isPostgres } from "../db/postgres/is-postgres.ts";
import { type Queryable, run } from "./run.ts";

/*
 * The index of tokens by the number of their document: a table of FTS5 in SQLite, lexemes under an inverted index in
 * Postgres. Both take the same words between spaces.
 */

const insertTokens = "insert into search_fts (rowid, tokens) values (?, ?)";
const replaceInSqlite = "insert or replace into search_fts (rowid, tokens) values (?, ?)";
const replaceInPostgres = `${insertTokens} on conflict (rowid) do update set tokens = excluded.tokens`;

export async function addTokens(db: Queryable, number: number, tokens: string): Promise<void> {
  await run(db, insertTokens, [number, tokens]);
}

export async function replaceTokens(db: Queryable, number: number, tokens: string): Promise<void> {
  await run(db, isPostgres(db) ? replaceInPostgres : replaceInSqlite, [number, tokens]);
}

export async function removeTokens(db: Queryable, number: number): Promise<void> {
  await run(db, "delete from search_fts where rowid = ?", [number]);
}

export async function removeAllTokens(db: Queryable): Promise<void> {
  const statement = isPostgres(db)
    ? "delete from search_fts"
    : "insert into search_fts (search_fts) values ('delete-all')";
  await run(db, statement, []);
}

/** The SQL of whether the document `number` has tokens. */
export const hasTokens = (db: Queryable): string =>
  isPostgres(db)
    ? "exists (select 1 from search_fts where rowid = number)"
    : "exists (select 1 from search_fts_docsize as size where size.id = number)";
