import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { RestoreProgress } from "../../contract/backups/restore.ts";
import { databaseFile } from "../db/connection.ts";
import { readUploads } from "../db/copy-database.ts";
import { type DataPlace, openData } from "../db/data-place.ts";
import { keepAside, lookIntoPostgres, putDump } from "../db/postgres/dump.ts";
import { syncFolder, writeTextWhole } from "../durable.ts";
import type { FileStore } from "../files/store.ts";
import { StartProblem } from "../start-problem.ts";
import { BackupProblem, backupProblem } from "./backup-problem.ts";
import { type ManifestEnd, type ManifestHeader, readEnd } from "./manifest.ts";
import { knownOwner } from "./owner.ts";
import {
  assertOneDisk,
  dataParts,
  fetchedBytes,
  isStaged,
  leaveStage,
  openStage,
  readyOf,
  removeStage,
  stageOf,
} from "./restore-stage.ts";
import { fetchUploads, fillBucket, type Uploads } from "./restore-uploads.ts";
import { newestSnapshot } from "./snapshot-maker.ts";
import { fetchManifest } from "./snapshots.ts";
import type { BackupTarget } from "./targets/target.ts";
import { compareContents, unpackSnapshot, withUnpacked } from "./verify.ts";
import { assertRoom } from "./work-folder.ts";

export interface RestoreOrder extends DataPlace {
  target: BackupTarget;
  identity: string;
  /** The newest of this portal unless named, or of the one that has made any. */
  id?: string | undefined;
  /** Sets existing data aside instead of refusing. */
  force?: boolean;
  now: Date;
  /** The migrations that this version knows, in their order. */
  migrations: readonly string[];
  /** Where uploads belong instead of the data folder: they are put there once everything is verified. */
  bucket?: Pick<FileStore, "keep"> | undefined;
  /** Goes on with what an attempt before has fetched. */
  onResume?: () => void;
  onProgress?: (progress: RestoreProgress) => void;
  signal?: AbortSignal | undefined;
}

export interface Staged {
  id: string;
  createdAt: Date;
  uploads: number;
  missing: number;
  /** What the person has to know about uploads, in a sentence; undefined where all came along. */
  advice: string | undefined;
}

const ready = z.object({
  id: z.string(),
  /** Absent in what a former version has staged. */
  createdAt: z.iso.datetime().optional(),
  aside: z.string().regex(/^before-restore-[0-9TZ]+$/),
});

const hasData = async ({ dataDir, postgres }: DataPlace) =>
  existsSync(databaseFile(dataDir)) ||
  existsSync(path.join(dataDir, "secrets.json")) ||
  (postgres !== undefined && (await lookIntoPostgres(postgres.directUrl)).migration !== undefined);

/**
 * Fetches a snapshot beside the data, and compares every byte of it. Nothing that is there is touched; `finishRestore`
 * puts it in place. Refuses over existing data unless forced.
 */
export async function stageRestore(order: RestoreOrder): Promise<Staged> {
  const { dataDir, target, identity, force = false } = order;
  if (!force && (await hasData(order)))
    throw new BackupProblem(
      `In ${dataDir} (DATA_DIR)${order.postgres ? " oder in der Datenbank unter DATABASE_URL" : ""} liegt schon ein Portal. Nimm einen leeren Ordner, oder setze es mit --force beiseite.`,
      { code: "notEmpty" },
    );
  if (isStaged(dataDir))
    throw new BackupProblem(
      `In ${dataDir} (DATA_DIR) wartet schon ein geprüftes Backup; der nächste Start des Portals bringt es an seinen Platz.`,
    );
  await assertOneDisk(dataDir);
  const id = order.id ?? (await newestSnapshot(target, { identity, owner: knownOwner(dataDir), now: order.now }));
  const { stage, isResumed } = await openStage(dataDir, id);
  let isFetching = false;
  try {
    if (isResumed) order.onResume?.();
    const openManifest = await fetchManifest(target, id, { identity, to: path.join(stage, "manifest") });
    const { header, entries, close } = await openManifest();
    let whole: ManifestEnd;
    try {
      refuseNewer(header, order.migrations);
      refuseOtherEngine(header, order);
      whole = await readEnd(entries);
    } finally {
      await close();
    }
    const bytes = header.files.reduce((sum, { size }) => sum + size, whole.bytes) - (await fetchedBytes(dataDir));
    await assertRoom(dataDir, bytes, "Um das Backup neben die Daten zu holen,");
    isFetching = true;
    const report = reporter(order, whole);
    report("archive");
    await unpackSnapshot(target, header, { identity, to: stage });
    const faults: string[] = [];
    const uploads = await withUnpacked(stage, { header, postgres: order.postgres }, async (place) => {
      await compareContents(place, header, faults);
      return order.bucket && uploadsOf(place);
    });
    if (faults.length > 0) throw new BackupProblem(faults.slice(0, 3).join(" "), { code: "damaged" });
    const fetching = { identity, folder: path.join(stage, "uploads"), signal: order.signal };
    const counted = await fetchUploads(target, (await openManifest()).entries, {
      ...fetching,
      onProgress: report("uploads"),
    });
    if (order.bucket && uploads) await fillBucket(order.bucket, { ...fetching, uploads, onProgress: report("bucket") });
    const aside = `before-restore-${order.now.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")}`;
    await writeTextWhole(readyOf(dataDir), JSON.stringify({ id, createdAt: header.createdAt, aside }));
    return { id, createdAt: new Date(header.createdAt), ...counted, advice: adviceOf(header) };
  } catch (error) {
    // What runs there needs the space more than the next attempt does; a refusal beforehand has taken none.
    if (isFetching && backupProblem(error).code === "noSpace") await removeStage(dataDir);
    else await leaveStage(dataDir);
    throw error;
  }
}

/** What tells of a phase as it goes on. */
function reporter({ onProgress }: RestoreOrder, { uploads, bytes: totalBytes }: ManifestEnd) {
  return (phase: RestoreProgress["phase"]) => {
    let progress: RestoreProgress = { phase, done: 0, total: uploads, bytes: 0, totalBytes };
    onProgress?.(progress);
    return ({ done = 0, bytes = 0 }: { done?: number; bytes?: number }) => {
      progress = { ...progress, done: progress.done + done, bytes: progress.bytes + bytes };
      onProgress?.(progress);
    };
  };
}

async function uploadsOf(place: DataPlace): Promise<Uploads> {
  if (!place.postgres) return readUploads(path.join(place.dataDir, "techcenter.sqlite"));
  const db = await openData(place);
  try {
    return await db.selectFrom("files").select(["key", "mimeType"]).where("confirmedAt", "is not", null).execute();
  } finally {
    await db.destroy();
  }
}

function refuseOtherEngine({ files }: ManifestHeader, { postgres }: DataPlace): void {
  const isDump = files.some(({ name }) => name === "techcenter.dump");
  if (isDump && !postgres)
    throw new BackupProblem(
      "Dieses Backup stammt von einem Portal auf PostgreSQL: Setze DATABASE_URL auf eine Datenbank, die es aufnimmt.",
      { code: "otherEngine" },
    );
  if (!isDump && postgres)
    throw new BackupProblem(
      "Dieses Backup stammt von einem Portal ohne PostgreSQL: Stelle es ohne DATABASE_URL wieder her, und ziehe dann mit „techcenter move“ um.",
      { code: "otherEngine" },
    );
}

function adviceOf({ uploads }: ManifestHeader): string | undefined {
  if (uploads.isIncluded) return undefined;
  return uploads.store === "s3"
    ? "Dateien und Bilder sind nicht Teil dieses Backups: Sie liegen weiter im Bucket. Starte das Portal mit denselben S3-Variablen."
    : "Dateien und Bilder sind nicht Teil dieses Backups: Lege den Ordner uploads des früheren Rechners in den Datenordner.";
}

function refuseNewer({ migration, portal }: ManifestHeader, migrations: readonly string[]): void {
  if (migrations.includes(migration)) return;
  throw new BackupProblem(
    `Das Backup ist neuer als dieses Programm: Es stammt von Version ${portal.version} (${migration}). Stelle es mit dieser oder einer neueren Fassung wieder her.`,
  );
}

/**
 * Puts a staged backup in place by renaming, and what lay there aside; returns where that is, or undefined where nothing is
 * staged. May be cut at any moment and is then finished by the next call. Nobody may have the data open.
 */
export async function finishRestore({
  dataDir,
  postgres,
}: DataPlace): Promise<{ id: string; aside: string | undefined } | undefined> {
  if (!isStaged(dataDir)) return undefined;
  const stage = stageOf(dataDir);
  const plan = ready.parse(JSON.parse(await readFile(readyOf(dataDir), "utf8")));
  const aside = path.join(dataDir, plan.aside);
  const isMoved = path.join(stage, "moved");
  if (!existsSync(isMoved)) {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    for (const part of dataParts) await moveIfThere(path.join(dataDir, part), path.join(aside, part));
    await syncFolder(dataDir);
    await writeTextWhole(isMoved, "");
  }
  const isKept = await putDatabase(path.join(stage, "techcenter.dump"), postgres, plan.aside);
  for (const part of dataParts) await moveIfThere(path.join(stage, part), path.join(dataDir, part));
  await syncFolder(dataDir);
  if (plan.createdAt) await endOwnRun({ dataDir, postgres }, plan.createdAt);
  const isEmpty = (await readdir(aside).catch(() => [])).length === 0;
  if (isEmpty) await rm(aside, { recursive: true, force: true });
  await rm(readyOf(dataDir));
  await rm(stage, { recursive: true, force: true });
  const former = [...(isEmpty ? [] : [aside]), ...(isKept ? [`im Schema „${plan.aside}“ der Datenbank`] : [])];
  return { id: plan.id, aside: former.length > 0 ? former.join(" und ") : undefined };
}

/** A snapshot holds the run that made it as one that is under way; that it could be restored says how it ended. */
async function endOwnRun(place: DataPlace, createdAt: string): Promise<void> {
  const db = await openData(place);
  try {
    const tables = await db.introspection.getTables();
    // A backup from before an upgrade may be older than the list of runs.
    if (!tables.some(({ name }) => name === "backup_runs")) return;
    await db
      .updateTable("backupRuns")
      .set({ state: "done", finishedAt: createdAt, claimedUntil: null, progressJson: null })
      .where("kind", "=", "backup")
      .where("state", "=", sql.lit("running"))
      // One whose process had died before was not this one.
      .where("claimedUntil", ">=", createdAt)
      .execute();
  } finally {
    await db.destroy();
  }
}

/** Brings a database of Postgres to its place; says whether something lay there, which is aside now. */
async function putDatabase(dump: string, postgres: DataPlace["postgres"], aside: string): Promise<boolean> {
  if (!existsSync(dump)) return false;
  if (!postgres)
    throw new StartProblem(
      "Ein Backup von PostgreSQL wartet darauf, zurückgespielt zu werden; dazu fehlt DATABASE_URL.",
    );
  await putDump(postgres.directUrl, dump, aside);
  await rm(dump);
  return keepAside(postgres.directUrl, aside);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to);
}
