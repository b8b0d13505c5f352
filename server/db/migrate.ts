import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Migration, MigrationResultSet } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { asStartProblem, StartProblem } from "../start-problem.ts";
import type { Db } from "./connection.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

const folder = path.resolve(import.meta.dirname, "../../migrations");
/** What Postgres does in the place of a migration of the same name that only SQLite understands. */
const twins = path.join(folder, "postgres");

const namesIn = async (place: string) =>
  (await readdir(place)).filter((file) => file.endsWith(".ts")).map((file) => file.replace(/\.ts$/, ""));

async function readMigrations(db: Db): Promise<Record<string, Migration>> {
  const own = new Set(isPostgres(db) ? await namesIn(twins) : []);
  const read = async (name: string) =>
    [name, await import(path.join(own.has(name) ? twins : folder, `${name}.ts`))] as const;
  return Object.fromEntries(await Promise.all((await listMigrations()).map(read)));
}

/** The names of all migrations of this version, in their order. */
export const listMigrations = async (): Promise<string[]> => (await namesIn(folder)).sort();

/** Brings the database to the newest schema and returns the names of what it applied; a database newer than the code is a StartProblem. */
export async function migrateToLatest(db: Db, dataDir = ""): Promise<string[]> {
  // Most starts have nothing to do, and need not read more than a hundred files to find that out.
  // What keeps that from being found out, the migrations meet, too, and tell.
  if (await hasExactly(db, await listMigrations()).catch(() => false)) return [];
  const migrations = await readMigrations(db);
  const { error, results } = await run(db, migrations);
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new StartProblem("Die Datenbank ist neuer als dieses Programm; nimm die neuere Fassung.", { cause: error });
  }
  if (error)
    throw (
      asStartProblem(error, dataDir) ??
      new StartProblem("Die Datenbank ließ sich nicht auf den neuesten Stand bringen.", { cause: error })
    );
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether these migrations have been applied, and no others. */
export const hasExactly = async (db: Db, names: readonly string[]) =>
  names.join() === (await listAppliedMigrations(db)).map(({ name }) => name).join();

/** Whether every migration of the code has run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = new Set((await listAppliedMigrations(db)).map(({ name }) => name));
  return (await listMigrations()).every((name) => applied.has(name));
}

export interface AppliedMigration {
  name: string;
  /** When it was. */
  at: string;
}

/** What has been applied to a database, in its order; nothing for what is no portal's. */
export async function listAppliedMigrations(db: Db): Promise<AppliedMigration[]> {
  const list = isPostgres(db)
    ? sql`select 1 as found where to_regclass('kysely_migration') is not null`
    : sql`select 1 as found from sqlite_schema where name = 'kysely_migration'`;
  if ((await list.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<AppliedMigration>`
    select name, timestamp as at from kysely_migration order by name`.execute(db);
  return rows;
}

const migratorOf = (db: Db, migrations: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** All in one transaction: a migration that fails or is killed leaves the schema as it was, and the lock of Postgres ends with it. */
async function run(db: Db, migrations: Record<string, Migration>): Promise<MigrationResultSet> {
  const all = db.transaction().execute(async (tx) => {
    const ran = await migratorOf(tx, migrations).migrateToLatest();
    if (ran.error) throw ran.error;
    return ran;
  });
  return all.catch((error: unknown) => ({ error }));
}
