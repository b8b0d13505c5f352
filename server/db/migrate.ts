import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Migration, MigrationResultSet } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { asStartProblem, StartProblem } from "../start-problem.ts";
import type { Db } from "./connection.ts";
import { isLocked } from "./dialect/error-codes.ts";
import { isLostRace } from "./postgres/error-codes.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

const folder = path.resolve(import.meta.dirname, "../../migrations");
/** What Postgres does in the place of a migration of the same name that only SQLite understands. */
const twins = path.join(folder, "postgres");

const namesIn = async (place: string) =>
  (await readdir(place)).filter((file) => file.endsWith(".ts")).map((file) => file.replace(/\.ts$/, ""));

/**
 * What a migration does to nodes of the version before: one that expands leaves them everything that they know and asks
 * nothing new of what they write; one that contracts needs them gone.
 */
export type MigrationKind = "expand" | "contract";

export type PortalMigrations = Readonly<Record<string, Migration & { kind: MigrationKind }>>;

/** From here on each migration says of which kind it is; those before count as contracting. */
const firstWithKind = "0121";

/** The migrations of this version for an engine; throws where one does not say of which kind it is. */
export async function readMigrations(db: Db): Promise<PortalMigrations> {
  const own = new Set(isPostgres(db) ? await namesIn(twins) : []);
  const read = async (name: string) => {
    const file = path.join(own.has(name) ? twins : folder, `${name}.ts`);
    return [name, withKind(name, await import(file))] as const;
  };
  return Object.fromEntries(await Promise.all((await listMigrations()).map(read)));
}

/** A migration with its kind; throws where it does not say. */
export function withKind(name: string, found: Migration & { kind?: unknown }): Migration & { kind: MigrationKind } {
  const { kind = name < firstWithKind ? "contract" : undefined, up } = found;
  if (kind === "expand" || kind === "contract") return { kind, up };
  throw new Error(
    `migrations/${name}.ts has to export whether it expands or contracts: \`export const kind = "expand"\``,
  );
}

/** The migrations that a database lacks and that nodes of the version before could not live with. */
export async function listPendingContractions(db: Db, given?: PortalMigrations): Promise<string[]> {
  const names = given ? Object.keys(given) : await listMigrations();
  const applied = new Set((await listAppliedMigrations(db)).map(({ name }) => name));
  const pending = names.filter((name) => !applied.has(name));
  if (pending.length === 0) return [];
  const migrations = given ?? (await readMigrations(db));
  return pending.filter((name) => migrations[name]?.kind === "contract");
}

/** The names of all migrations of this version, in their order. */
export const listMigrations = async (): Promise<string[]> => (await namesIn(folder)).sort();

export interface MigrateOptions {
  /** Others write meanwhile: it waits for them only briefly at a time, so that they do not wait for it for long. */
  isBesideOthers?: boolean;
  /** Others than those of this version. */
  migrations?: PortalMigrations | undefined;
}

/** Brings the database to the newest schema and returns the names of what it applied; a database newer than the code is a StartProblem. */
export async function migrateToLatest(
  db: Db,
  dataDir = "",
  { isBesideOthers = false, migrations: given }: MigrateOptions = {},
): Promise<string[]> {
  // Most starts have nothing to do, and need not read more than a hundred files to find that out.
  // What keeps that from being found out, the migrations meet, too, and tell.
  const names = given ? Object.keys(given).sort() : await listMigrations();
  if (await hasExactly(db, names).catch(() => false)) return [];
  const migrations = given ?? (await readMigrations(db));
  const { error, results } = await (isBesideOthers ? runBesideOthers(db, migrations) : run(db, migrations));
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

const migratorOf = (db: Db, migrations: PortalMigrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** All in one transaction: a migration that fails or is killed leaves the schema as it was, and the lock of Postgres ends with it. */
async function run(db: Db, migrations: PortalMigrations, prepare?: (tx: Db) => Promise<unknown>) {
  const all = db.transaction().execute(async (tx): Promise<MigrationResultSet> => {
    await prepare?.(tx);
    const ran = await migratorOf(tx, migrations).migrateToLatest();
    if (ran.error) throw ran.error;
    return ran;
  });
  return all.catch((error: unknown): MigrationResultSet => ({ error }));
}

/** Shorter than what others wait for a lock; a change of a table keeps everybody waiting who comes after it. */
const lockMs = 2000;
const [tries, againMs] = [30, 500];

async function runBesideOthers(db: Db, migrations: PortalMigrations): Promise<MigrationResultSet> {
  for (let left = tries; ; left -= 1) {
    const ran = await run(db, migrations, (tx) => sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx));
    if (left <= 1 || !(isLocked(ran.error) || isLostRace(ran.error))) return ran;
    await pause(againMs);
  }
}
