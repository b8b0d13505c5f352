import { randomInt } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { findDamage, readContents } from "../db/copy-database.ts";
import type { DataPlace } from "../db/data-place.ts";
import { listMigrations } from "../db/migrate.ts";
import { lookIntoPostgres, restoreApart } from "../db/postgres/dump.ts";
import { hashStream, readArchive } from "./archive.ts";
import { BackupProblem, backupProblem, isCircumstance } from "./backup-problem.ts";
import { decrypt, encryptedSize } from "./encryption.ts";
import { inOrder } from "./in-order.ts";
import type { Manifest, ManifestEnd, ManifestHeader, ManifestUpload } from "./manifest.ts";
import { readObject, unreachable } from "./read-object.ts";
import { isOfOtherKey, newestSnapshot } from "./snapshot-maker.ts";
import { archiveName, fetchManifest } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";
import { assertRoom } from "./work-folder.ts";

export interface VerifyOrder {
  target: BackupTarget;
  identity: string;
  /** The newest of its owner unless named, or of the one portal that has made any. */
  id?: string | undefined;
  owner?: string | undefined;
  /** An empty place for what is unpacked; removed at the end. */
  scratch: string;
  /** How many uploads are opened and compared; of all, it is said whether they lie there in their size. */
  samples: number | "all";
  /** Objects that are opened beside the samples: what an earlier test has found damaged must not vanish by chance. */
  suspects?: ReadonlySet<string> | undefined;
  /** Where a database of Postgres is restored to for the time of the test, in one of its own beside this one. */
  postgres?: DataPlace["postgres"];
  /** Migrates the unpacked portal and names what it could not read; throws when it does not start. */
  tryOut?: ((place: DataPlace) => Promise<string[]>) | undefined;
  onProgress?: (progress: VerifyProgress) => void;
  signal?: AbortSignal | undefined;
}

export const verifyPhases = {
  archive: "Datenbank holen und vergleichen",
  uploads: "Dateien vergleichen",
} as const;

export interface VerifyProgress {
  phase: keyof typeof verifyPhases;
  /** Uploads that were opened, of those that will be. */
  done: number;
  total: number;
}

export interface VerifyResult {
  id: string;
  createdAt: Date;
  /** What was compared. */
  rows: number;
  uploads: number;
  opened: number;
  /** Uploads whose bytes were gone when the backup was made: no other backup would have them either. */
  missing: number;
  /** What is wrong, in sentences; a backup without any can be restored. */
  faults: string[];
  /** Objects in the target that are in their size and yet not what they were; a backup must not count on them. */
  damaged: string[];
}

const maxFaults = 20;
const never = new Date(0);

/**
 * Restores a snapshot into a scratch folder and compares it with its manifest. Throws where there is none, and where the
 * network, the disk, rights or a key of something else leave open whether it is sound.
 */
export async function verify(order: VerifyOrder): Promise<VerifyResult> {
  const { target, identity, scratch } = order;
  const id = order.id ?? (await newestOf(order));
  const counted = { rows: 0, uploads: 0, opened: 0, missing: 0 };
  const result: VerifyResult = { id, createdAt: never, ...counted, faults: [], damaged: [] };
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  let manifest: Manifest | undefined;
  try {
    order.onProgress?.({ phase: "archive", done: 0, total: 0 });
    const openManifest = await fetchManifest(target, id, { identity, to: path.join(scratch, "manifest") });
    manifest = await openManifest();
    const { header, entries } = manifest;
    result.createdAt = new Date(header.createdAt);
    await assertRoom(scratch, await bytesToUnpack(header), "Um das Backup zur Probe auszupacken,");
    await unpackSnapshot(target, header, { identity, to: scratch });
    const { rows, faults } = await withUnpacked(scratch, { header, postgres: order.postgres }, async (place) => ({
      rows: await compareContents(place, header, result.faults),
      faults: (await order.tryOut?.(place)) ?? [],
    }));
    result.rows = rows;
    result.faults.push(...faults);
    result.missing = (await checkUploads(order, header, entries, result)).missing;
  } catch (error) {
    if (order.signal?.aborted) throw error;
    const { message, code } = await reasonOf(error, { target, id, identity, isOpened: result.createdAt > never });
    // What was not opened again is no sounder than before.
    result.damaged = [...new Set([...result.damaged, ...(order.suspects ?? [])])];
    if (!isCircumstance(error) && code !== "wrongKey") result.faults.push(message);
    // What was found until then stands.
    else if (result.faults.length > 0) result.faults.push(`Weiter wurde nicht geprüft: ${message}`);
    else throw untested({ message, code }, error);
  } finally {
    await manifest?.close();
    await rm(scratch, { recursive: true, force: true });
  }
  result.faults.splice(maxFaults);
  return result;
}

async function newestOf({ target, identity, owner }: VerifyOrder): Promise<string> {
  try {
    return await newestSnapshot(target, { identity, owner, now: new Date() });
  } catch (error) {
    throw isCircumstance(error) ? untested(backupProblem(error), error) : error;
  }
}

const untested = ({ message, code }: Pick<BackupProblem, "message" | "code">, cause: unknown) =>
  new BackupProblem(`Das Backup ließ sich nicht prüfen: ${message}`, { code, cause });

interface Verified extends Pick<VerifyOrder, "target" | "identity"> {
  id: string;
  /** The key has opened its manifest. */
  isOpened: boolean;
}

/** A key that opens nothing of a snapshot says nothing of it; what it does not open beside what it opens is damaged. */
async function reasonOf(error: unknown, { target, id, identity, isOpened }: Verified): Promise<BackupProblem> {
  const problem = backupProblem(error);
  if (problem.code !== "wrongKey" || (!isOpened && (await isOfOtherKey(target, id, identity)))) return problem;
  const part = isOpened ? "Das Archiv" : "Das Verzeichnis";
  return new BackupProblem(`${part} des Backups ist beschädigt.`, { code: "damaged", cause: error });
}

/** Migrating one of a former version may write all of its database once more. */
async function bytesToUnpack({ files, migration }: ManifestHeader): Promise<number> {
  const isOlder = migration !== (await listMigrations()).at(-1);
  return files.reduce((sum, { name, size }) => sum + (isOlder && name === "techcenter.sqlite" ? 2 : 1) * size, 0);
}

/** Unpacks databases and secrets of a snapshot, each compared with the manifest. */
export async function unpackSnapshot(
  target: BackupTarget,
  header: ManifestHeader,
  { identity, to }: { identity: string; to: string },
): Promise<void> {
  const archive = await readObject(target, archiveName(header.id));
  if (!archive) throw new BackupProblem(`Zum Backup ${header.id} fehlt sein Archiv.`);
  await readArchive(archive, { identity, header, to });
}

/** Works on what was unpacked; a database of Postgres is there for that long, beside the portal's own. */
export async function withUnpacked<Result>(
  folder: string,
  { header, postgres }: { header: ManifestHeader; postgres: DataPlace["postgres"] },
  work: (place: DataPlace) => Promise<Result>,
): Promise<Result> {
  const isDump = header.files.some(({ name }) => name === "techcenter.dump");
  if (!isDump) return work({ dataDir: folder });
  if (!postgres)
    throw new BackupProblem(
      "Dieses Backup stammt von einem Portal auf PostgreSQL: Setze DATABASE_URL auf eine Datenbank, die es aufnimmt.",
      { code: "otherEngine" },
    );
  const { url, drop } = await restoreApart(postgres.directUrl, path.join(folder, "techcenter.dump"));
  try {
    return await work({ dataDir: folder, postgres: { url, directUrl: url } });
  } finally {
    await drop().catch(() => undefined);
  }
}

/** Compares what lies in the databases with what the manifest counted; returns how many rows that were. */
export async function compareContents(place: DataPlace, header: ManifestHeader, faults: string[]): Promise<number> {
  let rows = 0;
  for (const [name, awaited] of Object.entries(header.contents)) {
    const file = path.join(place.dataDir, name);
    const damage = name.endsWith(".sqlite") ? findDamage(file) : [];
    if (damage.length > 0) {
      faults.push(`${name} ist beschädigt: ${damage.slice(0, 3).join("; ")}`);
      continue;
    }
    const isThere = name === "techcenter.dump" && place.postgres;
    const { counts, newest } = isThere ? (await lookIntoPostgres(isThere.url)).contents : readContents(file);
    for (const [table, count] of Object.entries(awaited.counts)) {
      rows += counts[table] ?? 0;
      if (counts[table] !== count)
        faults.push(`${name}: ${table} hat ${counts[table] ?? "keine"} statt ${count} Zeilen.`);
      if (newest[table] !== awaited.newest[table])
        faults.push(
          `${name}: Der neueste Eintrag von ${table} ist ${newest[table] ?? "weg"} statt ${awaited.newest[table]}.`,
        );
    }
  }
  return rows;
}

const atOnce = 4;

async function checkUploads(
  { target, identity, samples, suspects, onProgress, signal }: VerifyOrder,
  header: ManifestHeader,
  entries: AsyncGenerator<ManifestUpload | { key: string; missing: true }, ManifestEnd>,
  result: VerifyResult,
): Promise<ManifestEnd> {
  onProgress?.({ phase: "uploads", done: 0, total: 0 });
  const stored = await storedObjects(target);
  const chosen: ManifestUpload[] = [];
  const suspected: ManifestUpload[] = [];
  let next = await entries.next();
  for (; !next.done; next = await entries.next()) {
    const entry = next.value;
    if ("missing" in entry) continue;
    result.uploads += 1;
    const size = stored.get(entry.object);
    if (size === undefined) result.faults.push(`Die Datei ${entry.key} fehlt im Ziel.`);
    else if (size !== encryptedSize(entry.size, header.recipients))
      result.faults.push(`Die Datei ${entry.key} liegt nicht in voller Länge im Ziel.`);
    else if (suspects?.has(entry.object)) suspected.push(entry);
    else sample(chosen, entry, result.uploads, samples);
  }
  const opened = [...suspected, ...chosen];
  const compared = inOrder(opened, atOnce, async (entry) => {
    signal?.throwIfAborted();
    return { entry, fault: await findUploadFault(target, entry, identity) };
  });
  for await (const { entry, fault } of compared) {
    result.opened += 1;
    onProgress?.({ phase: "uploads", done: result.opened, total: opened.length });
    if (!fault) continue;
    result.faults.push(fault);
    result.damaged.push(entry.object);
  }
  return next.value;
}

/** How large each object of a target is. */
async function storedObjects(target: BackupTarget): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  try {
    for await (const { name, size } of target.list("objects")) stored.set(name, size);
  } catch (cause) {
    throw unreachable(cause);
  }
  return stored;
}

/** Keeps so many of what passes, each as likely as the other (reservoir sampling). */
function sample(chosen: ManifestUpload[], entry: ManifestUpload, seen: number, size: number | "all"): void {
  if (size === "all" || chosen.length < size) chosen.push(entry);
  else {
    const index = randomInt(seen);
    if (index < size) chosen[index] = entry;
  }
}

async function findUploadFault(
  target: BackupTarget,
  entry: ManifestUpload,
  identity: string,
): Promise<string | undefined> {
  try {
    const stored = await readObject(target, entry.object);
    if (!stored) return `Die Datei ${entry.key} fehlt im Ziel.`;
    const { sha256 } = await hashStream(await decrypt(stored, identity));
    return sha256 === entry.sha256 ? undefined : `Die Datei ${entry.key} ist nicht die, die gesichert wurde.`;
  } catch (error) {
    if (isCircumstance(error)) throw error;
    return `Die Datei ${entry.key} lässt sich nicht lesen: ${backupProblem(error).message}`;
  }
}
