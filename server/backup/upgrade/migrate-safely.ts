import type { Db } from "../../db/connection.ts";
import type { DataPlace } from "../../db/data-place.ts";
import { isLocked } from "../../db/dialect/error-codes.ts";
import { listAppliedMigrations, listMigrations, type MigrateOptions, migrateToLatest } from "../../db/migrate.ts";
import { canDump, lookIntoPostgres } from "../../db/postgres/dump.ts";
import { isLostRace } from "../../db/postgres/error-codes.ts";
import { asProblem } from "../../problem.ts";
import { asStartProblem, StartProblem } from "../../start-problem.ts";
import { copyBefore, removeOldCopies, removeStaleCopy } from "./before-migration.ts";
import { refuseNewer } from "./refuse-newer.ts";

/**
 * Opens a database and brings it to the newest schema. All migrations are one transaction: one that fails or is killed
 * leaves the database as it was, and the version that ran until now can go on with it. One that has data is copied before,
 * for whoever goes back to that version later.
 */
export async function migrateSafely(
  dataDir: string,
  open: (dataDir: string) => Db,
): Promise<{ db: Db; applied: string[] }> {
  const db = open(dataDir);
  try {
    const migration = await findFormerState(db, { dataDir });
    if (migration === undefined) return { db, applied: await migrateToLatest(db, dataDir) };
    await copy({ dataDir }, migration);
    return { db, applied: await migrateCopied(db, dataDir) };
  } catch (error) {
    await db.destroy();
    throw asStartProblem(error, dataDir) ?? error;
  }
}

interface MigrationOptions {
  /** Whether a database with people in it may be migrated although it could not be copied. */
  withoutCopy?: boolean;
  /** Whether this host has the program that copies it. */
  canCopy?: boolean;
  /** Is told why there is no copy. */
  onNoCopy?: (reason: unknown) => void;
  /** Whether nodes of the version before go on with it meanwhile. */
  isBesideOthers?: boolean;
}

/** The same on Postgres, where a program of its own makes the copy. */
export async function migrateOnPostgres(
  db: Db,
  { dataDir, directUrl }: { dataDir: string; directUrl: string },
  { withoutCopy = false, canCopy = canDump(), onNoCopy, isBesideOthers = false }: MigrationOptions = {},
): Promise<{ applied: string[] }> {
  const place = { dataDir, postgres: { url: directUrl, directUrl } };
  const migration = await findFormerState(db, place);
  if (migration === undefined) return { applied: await migrateToLatest(db, dataDir, { isBesideOthers }) };
  const mayLackCopy = withoutCopy || !(await lookIntoPostgres(directUrl)).contents.counts.users;
  if (!canCopy && !mayLackCopy)
    throw new StartProblem(
      `Vor einer Aktualisierung wird die Datenbank kopiert, und dazu fehlt pg_dump auf diesem Rechner: Installiere das Paket postgresql-client, mindestens in der Version des Servers. ${withOwnCopy}`,
    );
  try {
    if (!canCopy) throw new Error("pg_dump is not installed");
    await copy(place, migration);
  } catch (error) {
    if (!mayLackCopy) throw error;
    await removeStaleCopy(place, migration);
    onNoCopy?.(error);
  }
  return { applied: await migrateCopied(db, dataDir, { isBesideOthers }) };
}

const withOwnCopy = "Wer selbst eine Kopie gemacht hat, startet einmal mit MIGRATE_WITHOUT_BACKUP=1.";

/** The last migration of a database that others follow; undefined where it is empty or none does. Refuses a newer one. */
async function findFormerState(db: Db, place: DataPlace): Promise<string | undefined> {
  const applied = await listAppliedMigrations(db);
  await refuseNewer(db, place, applied);
  return applied.length < (await listMigrations()).length ? applied.at(-1)?.name : undefined;
}

/** Copies a database that is about to be migrated; one that cannot be copied is not. */
async function copy(place: DataPlace, migration: string): Promise<void> {
  await copyBefore(place, migration).catch((error: unknown) => {
    const isOfDump = place.postgres && error instanceof StartProblem;
    throw unchanged(
      isOfDump
        ? new StartProblem(
            `${error.message}. Ist pg_dump älter als der Server, installiere das Paket postgresql-client in dessen Version oder einer neueren. ${withOwnCopy}`,
            { cause: error },
          )
        : (asStartProblem(error, place.dataDir) ?? error),
    );
  });
}

async function migrateCopied(db: Db, dataDir: string, options?: MigrateOptions): Promise<string[]> {
  const applied = await migrateToLatest(db, dataDir, options).catch((error: unknown) => {
    // Every try begins with a copy of the database, which may be large; only a server that was away, or others who held
    // what was needed, may be gone by then.
    const cause = error instanceof Error ? error.cause : undefined;
    const mayPass = asProblem(cause)?.code === "unavailable" || isLocked(cause) || isLostRace(cause);
    throw unchanged(error, { isFinal: !mayPass });
  });
  await removeOldCopies(dataDir);
  return applied;
}

function unchanged(cause: unknown, { isFinal = false } = {}): unknown {
  if (!(cause instanceof StartProblem)) return cause;
  const { message } = cause;
  return new StartProblem(`${message} Die Datenbank ist unverändert; die bisherige Fassung läuft damit weiter.`, {
    cause,
    isFinal,
  });
}
