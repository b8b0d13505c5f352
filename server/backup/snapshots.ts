import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { isFuture } from "../../contract/backups/backups.ts";
import { BackupProblem } from "./backup-problem.ts";
import { decrypt } from "./encryption.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { readObject } from "./read-object.ts";
import type { BackupTarget } from "./targets/target.ts";

const manifestEnd = ".ndjson.gz.age";
const archiveEnd = ".tar.gz.age";
const idPattern = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{8}$/;

/** A snapshot as the target lists it; what it holds stands in its manifest. */
export interface Snapshot {
  id: string;
  at: Date;
  /** Of manifest and archive, as they lie there. */
  bytes: number;
}

export const manifestName = (id: string) => `snapshots/${id}${manifestEnd}`;
export const archiveName = (id: string) => `snapshots/${id}${archiveEnd}`;

/** `20261123T023000Z-1f3a9c02`: sorts by time, and two runs of one second differ. */
export function newSnapshotId(now: Date): string {
  const at = now.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
  return `${at}-${randomBytes(4).toString("hex")}`;
}

export function snapshotTime(id: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = idPattern.exec(id) ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined;
}

export interface Listed {
  /** The newest first. */
  snapshots: Snapshot[];
  /** Archives without a manifest: of a run that was cut, or of a snapshot that is being removed. */
  remains: { name: string; modifiedAt: Date }[];
}

/** The snapshots of a target. */
export async function listSnapshots(target: BackupTarget): Promise<Listed> {
  const found = new Map<string, { manifest?: number; archive?: { size: number; modifiedAt: Date } }>();
  for await (const { name, size, modifiedAt } of target.list("snapshots")) {
    const [id = ""] = name.slice("snapshots/".length).split(".");
    const known = found.get(id) ?? {};
    if (name === manifestName(id)) found.set(id, { ...known, manifest: size });
    if (name === archiveName(id)) found.set(id, { ...known, archive: { size, modifiedAt } });
  }
  const listed: Listed = { snapshots: [], remains: [] };
  for (const [id, { manifest, archive }] of found) {
    const at = snapshotTime(id);
    if (manifest !== undefined && at) listed.snapshots.push({ id, at, bytes: manifest + (archive?.size ?? 0) });
    else if (archive) listed.remains.push({ name: archiveName(id), modifiedAt: archive.modifiedAt });
  }
  listed.snapshots.sort((one, other) => (one.id < other.id ? 1 : -1));
  return listed;
}

/** From the newest to the oldest, and behind them those that are dated in the future, whenever they were made. */
export const futureLast = (newestFirst: readonly Snapshot[], now: Date): Snapshot[] => [
  ...newestFirst.filter(({ at }) => !isFuture(at, now)),
  ...newestFirst.filter(({ at }) => isFuture(at, now)),
];

/** Opens the manifest of a snapshot as it comes; for whoever reads on to its end without asking the target for more. */
export async function openManifest(target: BackupTarget, id: string, identity: string): Promise<Manifest> {
  return readAs(id, await storedManifest(target, id), identity);
}

/**
 * Fetches the manifest of a snapshot into a file, and returns what opens it, as often as wanted. A target ends an answer
 * that rests while others are fetched.
 */
export async function fetchManifest(
  target: BackupTarget,
  id: string,
  { identity, to }: { identity: string; to: string },
): Promise<() => Promise<Manifest>> {
  await pipeline(await storedManifest(target, id), createWriteStream(to, { mode: 0o600 }));
  return () => readAs(id, createReadStream(to), identity);
}

async function storedManifest(target: BackupTarget, id: string): Promise<AsyncIterable<Uint8Array>> {
  const stored = await readObject(target, manifestName(id));
  if (!stored) throw new BackupProblem(`Das Backup ${id} gibt es dort nicht.`);
  return stored;
}

async function readAs(id: string, stored: AsyncIterable<Uint8Array>, identity: string): Promise<Manifest> {
  const manifest = await readManifest(await decrypt(stored, identity));
  if (manifest.header.id === id) return manifest;
  await manifest.close();
  throw new BackupProblem(`Unter ${id} liegt das Verzeichnis eines anderen Backups.`);
}
