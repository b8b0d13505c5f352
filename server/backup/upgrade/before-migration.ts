import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { databaseFile } from "../../db/connection.ts";
import { copyDatabase } from "../../db/copy-database.ts";
import type { DataPlace } from "../../db/data-place.ts";
import { dumpPostgres } from "../../db/postgres/dump.ts";
import { writeWhole } from "../../durable.ts";
import { readDiskSpace } from "../../files/disk-space.ts";
import { type Secrets, writeSecrets } from "../../secrets.ts";
import { StartProblem } from "../../start-problem.ts";

/** How many copies from before migrations are kept. */
const keptCopies = 3;

/** Where databases are copied to before they are migrated, each under the name of the last migration that it had seen. */
export const copiesOf = (dataDir: string) => path.join(dataDir, "before-migration");

const besideCopy = (copy: string, end: string) => copy.replace(/\.(sqlite|dump)$/, end);
/** The copy of what checks have found out, beside that of the database. */
export const checksCopyOf = (copy: string) => besideCopy(copy, ".checks.sqlite");
/** The secrets that a copy is sealed with, where they are not those in use. */
export const secretsCopyOf = (copy: string) => besideCopy(copy, ".secrets.json");

const endOf = ({ postgres }: DataPlace) => (postgres ? ".dump" : ".sqlite");
const copyOf = (place: DataPlace, migration: string | undefined) =>
  path.join(copiesOf(place.dataDir), `${migration}${endOf(place)}`);
const isCopy = (name: string) => /^\d{4}-[^.]*\.(sqlite|dump)$/.test(name);

export interface Copy {
  file: string;
  /** When it was made. */
  at: Date;
}

/** The copies that this engine takes, that of the oldest schema first. */
export async function listCopies(place: DataPlace): Promise<Copy[]> {
  const folder = copiesOf(place.dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => isCopy(name) && name.endsWith(endOf(place)));
  return names.sort().map((name) => {
    const file = path.join(folder, name);
    return { file, at: statSync(file).mtime };
  });
}

/** The copy of a database that had seen just so many migrations; undefined where there is none. */
export async function findCopy(place: DataPlace, migration: string | undefined): Promise<Copy | undefined> {
  const file = copyOf(place, migration);
  const found = await stat(file).catch(() => undefined);
  return found && { file, at: found.mtime };
}

/** Copies a database, and beside it what checks have found out: never migrated, but what a newer version writes is nothing for the former one. */
export async function copyBefore(place: DataPlace, migration: string): Promise<void> {
  const { dataDir, postgres } = place;
  const folder = copiesOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (/\.new(-journal)?$/.test(name)) await rm(path.join(folder, name), { force: true });
  const copy = copyOf(place, migration);
  const checks = path.join(dataDir, "checks.sqlite");
  // A disk that is filled up by the copy has no room for the migration either, nor for the version that ran until now.
  if (!postgres)
    await assertSpace(dataDir, [databaseFile(dataDir), checks], "Vor einer Aktualisierung wird die Datenbank kopiert");
  await removeStaleCopy(place, migration);
  if (postgres) await writeWhole(copy, (partial) => dumpPostgres(postgres.directUrl, partial));
  else await copyDatabase(databaseFile(dataDir), copy);
  if (existsSync(checks)) await copyDatabase(checks, checksCopyOf(copy));
}

/** Refuses where a disk has no room for copies of files, before anything is written. */
export async function assertSpace(dataDir: string, files: readonly string[], purpose: string): Promise<void> {
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  const { freeBytes, totalBytes } = await readDiskSpace(dataDir);
  if (totalBytes === 0 || freeBytes >= needed) return;
  throw new StartProblem(
    `${purpose}, und dazu fehlt Platz auf dem Datenträger von ${dataDir} (DATA_DIR): ${formatByteCount(needed)} werden gebraucht, ${formatByteCount(freeBytes)} sind frei. Schaffe Platz und versuche es noch einmal.`,
  );
}

/** Removes what an upgrade before has left under the name of a copy: a way back that is none from the next upgrade. */
export const removeStaleCopy = (place: DataPlace, migration: string): Promise<void> =>
  removeCopy(copyOf(place, migration));

async function removeCopy(copy: string): Promise<void> {
  for (const file of [copy, checksCopyOf(copy), secretsCopyOf(copy)]) await rm(file, { force: true });
}

/** Leaves the newest by the time they were made: after a restored backup that one may have the smallest name of all. */
export async function removeOldCopies(dataDir: string): Promise<void> {
  const folder = copiesOf(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter(isCopy).sort();
  const copies = names.map((name) => {
    const file = path.join(folder, name);
    return { file, madeAtMs: statSync(file).mtimeMs };
  });
  copies.sort((one, other) => one.madeAtMs - other.madeAtMs);
  for (const { file } of copies.slice(0, -keptCopies)) await removeCopy(file);
}

/** Leaves the secrets that are about to be replaced beside each copy that is sealed with them; they go with the copy. */
export async function keepSecretsOfCopies(dataDir: string, former: Secrets): Promise<void> {
  const folder = copiesOf(dataDir);
  for (const name of (await readdir(folder).catch(() => [])).filter(isCopy)) {
    const beside = path.join(folder, secretsCopyOf(name));
    if (!existsSync(beside)) writeSecrets(beside, former);
  }
}
