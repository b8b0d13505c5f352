import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Db, databaseFile } from "../db/connection.ts";
import { copyDatabase, readMigration } from "../db/copy-database.ts";
import { isMigrated, migrateToLatest } from "../db/migrate.ts";
import { canDump, dumpPostgres, lookIntoPostgres } from "../db/postgres/dump.ts";
import { StartProblem } from "../start-problem.ts";

/** How many copies from before migrations are kept. */
const keptCopies = 3;
const folderOf = (dataDir: string) => path.join(dataDir, "before-migration");

/**
 * Opens a database and brings it to the newest schema. One that has data is copied before; where a migration fails, the copy
 * is put back, so that the version that ran until now can go on with it.
 */
export async function migrateSafely(
  dataDir: string,
  open: (dataDir: string) => Db,
): Promise<{ db: Db; applied: string[] }> {
  const db = open(dataDir);
  const file = databaseFile(dataDir);
  const migration = readMigration(file);
  const isCurrent = migration === undefined || (await isMigrated(db).catch(() => true));
  if (isCurrent) return { db, applied: await migrateToLatest(db, dataDir) };
  const copy = path.join(folderOf(dataDir), `${migration}.sqlite`);
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  await rm(copy, { force: true });
  await copyDatabase(file, copy);
  await copyChecks(dataDir, copy);
  try {
    const applied = await migrateToLatest(db, dataDir);
    await removeOldCopies(dataDir);
    return { db, applied };
  } catch (cause) {
    await db.destroy();
    await putCopy(copy, file);
    const reason =
      cause instanceof StartProblem ? cause.message : "Die Datenbank ließ sich nicht auf den neuesten Stand bringen.";
    throw new StartProblem(`${reason} Sie ist wieder, wie sie vorher war; die bisherige Fassung läuft damit weiter.`, {
      cause,
    });
  }
}

/** The same on Postgres, where all migrations are one transaction: the copy is for whoever goes back to the former version. */
export async function migrateOnPostgres(
  dataDir: string,
  db: Db,
  directUrl: string,
): Promise<{ applied: string[]; hasCopy: boolean }> {
  const { migration } = await lookIntoPostgres(directUrl);
  if (migration === undefined || (await isMigrated(db).catch(() => true)))
    return { applied: await migrateToLatest(db, dataDir), hasCopy: true };
  const copy = path.join(folderOf(dataDir), `${migration}.dump`);
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  const hasCopy = canDump();
  if (hasCopy) {
    await dumpPostgres(directUrl, copy);
    await copyChecks(dataDir, copy);
  }
  const applied = await migrateToLatest(db, dataDir);
  await removeOldCopies(dataDir);
  return { applied, hasCopy };
}

/** Never migrated here, but what a newer version writes into it is nothing for the former one. */
async function copyChecks(dataDir: string, copy: string): Promise<void> {
  const checks = path.join(dataDir, "checks.sqlite");
  const checksCopy = checksCopyOf(copy);
  await rm(checksCopy, { force: true });
  if (existsSync(checks)) await copyDatabase(checks, checksCopy);
}

/** The copy of what checks have found out, beside that of the database. */
export const checksCopyOf = (copy: string) => copy.replace(/\.(sqlite|dump)$/, ".checks.sqlite");

/** Puts a copy in place of a database by a rename: a crash leaves the one or the other, and the log of the former with neither. */
export async function putCopy(copy: string, file: string): Promise<void> {
  await copyFile(copy, `${file}.new`);
  for (const end of ["-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
  await rename(`${file}.new`, file);
}

async function removeOldCopies(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return;
  const copies = (await readdir(folder)).filter((name) => /^\d{4}-[^.]*\.(sqlite|dump)$/.test(name)).sort();
  for (const name of copies.slice(0, -keptCopies))
    for (const gone of [name, checksCopyOf(name)]) await rm(path.join(folder, gone), { force: true });
}
