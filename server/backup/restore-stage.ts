import { existsSync, statSync } from "node:fs";
import { lstat, mkdir, opendir, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { dayMs } from "../../contract/time/durations.ts";
import { readNextSecrets } from "../secrets.ts";
import { BackupProblem } from "./backup-problem.ts";
import { archivedFiles } from "./manifest.ts";

/** What a data folder consists of; everything else in it is made anew. */
export const dataParts = [
  ...archivedFiles,
  "techcenter.sqlite-wal",
  "techcenter.sqlite-shm",
  "checks.sqlite-wal",
  "checks.sqlite-shm",
  "uploads",
];

/**
 * Changes when a part of the data is put in place anew, as all that takes its place does by renaming. A BackupProblem while the
 * database may be sealed with keys that are not in place yet.
 */
export function stampOf(dataDir: string): string {
  if (readNextSecrets(dataDir))
    throw new BackupProblem(
      "Die Schlüssel werden gerade erneuert, oder das wurde unterbrochen: Dann starte das Portal einmal, das bringt es zu Ende.",
    );
  const stamps = archivedFiles.map((name) => {
    const found = statSync(path.join(dataDir, name), { throwIfNoEntry: false });
    // A number may be given anew; what is no database is never written in place.
    return name.endsWith(".json") ? [found?.ino, found?.mtimeMs] : [found?.ino];
  });
  return JSON.stringify(stamps);
}

/** Where a backup is fetched to, beside the data that it replaces. */
export const stageOf = (dataDir: string) => path.join(dataDir, "restore");
export const readyOf = (dataDir: string) => path.join(stageOf(dataDir), "ready.json");
/** Names the snapshot; its age is that of the last attempt. */
const noteOf = (dataDir: string) => path.join(stageOf(dataDir), "stage.json");
const note = z.object({ id: z.string() });
/** What an attempt leaves to the next one. Databases and secrets are small, and nothing that should lie around. */
const resumed = ["uploads", "stage.json"];

/** Whether a verified backup waits to be put in place. */
export const isStaged = (dataDir: string): boolean => existsSync(readyOf(dataDir));

/** Makes the stage of a snapshot. The uploads that an earlier attempt has fetched of it stay; what it has of another goes. */
export async function openStage(dataDir: string, id: string): Promise<{ stage: string; isResumed: boolean }> {
  const stage = stageOf(dataDir);
  if ((await stagedSnapshot(dataDir)) !== id) await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true, mode: 0o700 });
  await keepResumed(stage);
  await writeFile(noteOf(dataDir), JSON.stringify({ id }), { mode: 0o600 });
  return { stage, isResumed: existsSync(path.join(stage, "uploads")) };
}

async function stagedSnapshot(dataDir: string): Promise<string | undefined> {
  try {
    return note.parse(JSON.parse(await readFile(noteOf(dataDir), "utf8"))).id;
  } catch {
    return undefined;
  }
}

async function keepResumed(stage: string): Promise<void> {
  for (const name of await readdir(stage))
    if (!resumed.includes(name)) await rm(path.join(stage, name), { recursive: true, force: true });
}

/** What an earlier attempt has fetched of the uploads. */
export async function fetchedBytes(dataDir: string): Promise<number> {
  const uploads = path.join(stageOf(dataDir), "uploads");
  let bytes = 0;
  if (!existsSync(uploads)) return bytes;
  for await (const entry of await opendir(uploads, { recursive: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}

/** Leaves of a stage what the next attempt goes on with; nothing where no upload was fetched. */
export async function leaveStage(dataDir: string): Promise<void> {
  const stage = stageOf(dataDir);
  if (existsSync(path.join(stage, "uploads"))) await keepResumed(stage);
  else await removeStage(dataDir);
}

export const removeStage = (dataDir: string) => rm(stageOf(dataDir), { recursive: true, force: true });

/** Removes what a restore has left that nobody has gone on with for a day. Only while none is under way. */
export async function removeAbandonedStage(dataDir: string, now: Date): Promise<void> {
  if (isStaged(dataDir) || !existsSync(stageOf(dataDir))) return;
  const attempt = await stat(noteOf(dataDir)).catch(() => undefined);
  if (attempt && now.getTime() - attempt.mtimeMs < dayMs) await leaveStage(dataDir);
  else await removeStage(dataDir);
}

/** Everything is put in place by renaming, which ends at the border of a disk; a BackupProblem names what lies beyond it. */
export async function assertOneDisk(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const { dev } = await stat(dataDir);
  const mounts = await mountPoints();
  const folder = await realpath(dataDir);
  for (const name of [...dataParts, "restore"]) {
    const file = path.join(dataDir, name);
    // A link is renamed itself, wherever it leads; the stage is written and read through it.
    const found = await (name === "restore" ? stat : lstat)(file).catch(() => undefined);
    // A union file system may number its files by the disks below it.
    const isElsewhere = found?.isDirectory() === true && found.dev !== dev;
    if (isElsewhere || (found && mounts.has(path.join(folder, name))))
      throw new BackupProblem(
        `${name} in ${dataDir} (DATA_DIR) ist ein eigener Datenträger, und ein Backup kommt durch Umbenennen an seinen Platz. Hänge ihn aus, spiele das Backup zurück, und leg die Dateien danach wieder darauf.`,
      );
  }
}

/** Empty where the system does not tell. Also what is mounted from the same disk cannot be renamed. */
async function mountPoints(): Promise<Set<string>> {
  const table = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  const unescaped = (text: string) =>
    text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return new Set(table.split("\n").map((line) => unescaped(line.split(" ")[4] ?? "")));
}
