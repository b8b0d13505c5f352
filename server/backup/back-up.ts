import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { copyDatabase, readContents, readMigration, readUploadKeys } from "../db/copy-database.ts";
import type { DataPlace } from "../db/data-place.ts";
import { dumpPostgres } from "../db/postgres/dump.ts";
import type { FileStore } from "../files/store.ts";
import { hashStream, writeArchive } from "./archive.ts";
import { BackupProblem } from "./backup-problem.ts";
import { encrypt, encryptedSize } from "./encryption.ts";
import { findFormerUploads, type Keyed, withFormer } from "./former-uploads.ts";
import { type HostKey, hostKeyFile, objectName } from "./host-key.ts";
import { inOrder } from "./in-order.ts";
import {
  type ArchivedFile,
  archivedFiles,
  type ManifestEntry,
  type ManifestHeader,
  type ManifestUpload,
  portalVersion,
  toLine,
} from "./manifest.ts";
import { stampOf } from "./restore-stage.ts";
import { archiveName, listSnapshots, manifestName, newSnapshotId } from "./snapshots.ts";
import type { BackupTarget, OpenBody } from "./targets/target.ts";
import { assertRoom, removeWork, workFolderOf } from "./work-folder.ts";

export interface BackupOrder extends DataPlace {
  /** Whose work folder it is made in; one of its own unless named. */
  run?: string | undefined;
  target: BackupTarget;
  hostKey: HostKey;
  /** The portal whose snapshot it is. */
  owner: string;
  /** Who can open the backup without this host. */
  adminRecipient: string;
  uploads: Pick<FileStore, "read"> & { kind: "folder" | "s3"; isIncluded: boolean };
  /** What checks have found out, where nodes share it: the file beside the data is then what this node knew last. */
  sharedChecks?: { bytes: number; fetch(to: string): Promise<boolean> } | undefined;
  auditHead: string | null;
  now: Date;
  /** Objects in the target that are in their size and yet damaged: they count as absent. */
  damaged?: ReadonlySet<string> | undefined;
  onProgress?: (progress: BackupProgress) => void;
  signal?: AbortSignal;
}

export const backupPhases = ["copying", "uploads", "archive", "cleaning"] as const;

export interface BackupProgress {
  phase: (typeof backupPhases)[number];
  /** Uploads that are looked at, and how many there are. */
  done: number;
  total: number;
  /** What was sent to the target so far. */
  sentBytes: number;
}

export interface BackupResult {
  id: string;
  /** What a restore brings back. */
  bytes: number;
  uploads: number;
  /** Uploads that the database names and whose bytes are gone. */
  missing: number;
  newObjects: number;
  sentBytes: number;
}

const atOnce = 4;
const maxAttempts = 3;

/** Makes one snapshot of a data folder in a target. Two on one target at a time are for the caller to prevent. */
export async function backUp(order: BackupOrder): Promise<BackupResult> {
  const id = newSnapshotId(order.now);
  const run = order.run ?? id;
  const folder = workFolderOf(order.dataDir, run);
  await removeWork(order.dataDir, run);
  await assertRoom(order.dataDir, await bytesToCopy(order), "Für die Kopie, die das Backup macht,");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await new Run(order, id, folder).make();
  } finally {
    await removeWork(order.dataDir, run);
  }
}

/**
 * What a run writes beside the data: copies, and an archive of them that is about as large as the last one. A database of
 * Postgres tells no size that its dump will have.
 */
async function bytesToCopy({ dataDir, postgres, target, sharedChecks }: BackupOrder): Promise<number> {
  const names = archivedFiles.filter((name) => !(postgres && name === "techcenter.sqlite"));
  const files = names.flatMap((name) => (name.endsWith(".sqlite") ? [name, `${name}-wal`] : [name]));
  const sizes = files.map((name) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0);
  const copies = sizes.reduce((sum, size) => sum + size, sharedChecks?.bytes ?? 0);
  const [former] = (await listSnapshots(target)).snapshots;
  return copies + Math.min(copies, former?.bytes ?? copies);
}

class Run {
  readonly order: BackupOrder;
  readonly id: string;
  readonly folder: string;
  readonly recipients: string[];
  progress: BackupProgress = { phase: "copying", done: 0, total: 0, sentBytes: 0 };
  newObjects = 0;
  /** The confirmed uploads of the copy, in the order of their keys. */
  uploadKeys: () => Iterable<string> = () => [];

  constructor(order: BackupOrder, id: string, folder: string) {
    this.order = order;
    this.id = id;
    this.folder = folder;
    this.recipients = [order.hostKey.recipient, order.adminRecipient];
  }

  async make(): Promise<BackupResult> {
    this.report({});
    const header = await this.copyOnePortal();
    const archive = path.join(this.folder, "archive");
    await writeArchive(this.folder, header.files, { to: archive, recipients: this.recipients });
    const manifest = path.join(this.folder, "manifest");
    const counted = await this.copyUploads(header, manifest);
    this.report({ phase: "archive" });
    await this.send(archiveName(this.id), archive);
    // From here on the snapshot exists.
    await this.send(manifestName(this.id), manifest);
    return {
      id: this.id,
      bytes: counted.bytes + header.files.reduce((sum, { size }) => sum + size, 0),
      uploads: counted.uploads,
      missing: counted.missing,
      newObjects: this.newObjects,
      sentBytes: this.progress.sentBytes,
    };
  }

  report(change: Partial<BackupProgress>): void {
    this.order.signal?.throwIfAborted();
    this.progress = { ...this.progress, ...change };
    this.order.onProgress?.(this.progress);
  }

  /** Commands that work while the portal is stopped may renew keys or put other data in place while these are copied. */
  async copyOnePortal(): Promise<ManifestHeader> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const before = stampOf(this.order.dataDir);
      const header = await this.copy();
      if (stampOf(this.order.dataDir) === before) return header;
    }
    throw new BackupProblem("Ein anderer Befehl ersetzt gerade die Daten des Portals; das nächste Backup sichert sie.");
  }

  /** Copies the databases and secrets of this moment and says what is in them. */
  async copy(): Promise<ManifestHeader> {
    const { dataDir, postgres, uploads } = this.order;
    const copies: ManifestHeader["files"] = [];
    const contents: ManifestHeader["contents"] = {};
    let migration: string | undefined;
    for (const name of archivedFiles) {
      this.report({});
      const from = await this.sourceOf(name);
      const to = path.join(this.folder, name);
      if (name === "techcenter.dump" && postgres) {
        const dumped = await dumpPostgres(postgres.directUrl, to);
        contents[name] = dumped.contents;
        migration = dumped.migration;
        this.uploadKeys = () => dumped.uploadKeys;
        copies.push({ name, ...(await hashStream(createReadStream(to))) });
        continue;
      }
      // What a portal that has moved has left there is not its database.
      if (!existsSync(from) || (name === "techcenter.sqlite" && postgres)) continue;
      if (name.endsWith(".sqlite")) {
        await copyDatabase(from, to);
        contents[name] = readContents(to);
      } else await pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }));
      copies.push({ name, ...(await hashStream(createReadStream(to))) });
    }
    if (!postgres) {
      const database = path.join(this.folder, "techcenter.sqlite");
      migration = readMigration(database);
      this.uploadKeys = () => readUploadKeys(database);
    }
    if (
      !migration ||
      !copies.some(({ name }) => name === "secrets.json") ||
      !copies.some(({ name }) => name === hostKeyFile)
    )
      throw new BackupProblem(`In ${dataDir} (DATA_DIR) liegt kein Portal.`);
    return {
      format: 1,
      id: this.id,
      owner: this.order.owner,
      createdAt: this.order.now.toISOString(),
      portal: { version: await portalVersion(), node: process.versions.node },
      migration,
      recipients: this.recipients,
      files: copies,
      contents,
      auditHead: this.order.auditHead,
      uploads: { store: uploads.kind, isIncluded: uploads.isIncluded },
    };
  }

  async sourceOf(name: ArchivedFile): Promise<string> {
    const { dataDir, sharedChecks } = this.order;
    const shared = path.join(this.folder, "shared-checks");
    return name === "checks.sqlite" && (await sharedChecks?.fetch(shared)) ? shared : path.join(dataDir, name);
  }

  /** Sends the uploads that the target does not have yet, and writes the manifest of all of them. */
  async copyUploads(header: ManifestHeader, manifest: string) {
    const counted = { uploads: 0, bytes: 0, missing: 0 };
    const database = header.contents["techcenter.sqlite"] ?? header.contents["techcenter.dump"];
    const total = database?.counts.files ?? 0;
    this.report({ phase: "uploads", total: this.order.uploads.isIncluded ? total : 0 });
    const entries = this.entries();
    async function* lines() {
      yield toLine(header);
      for await (const entry of entries) {
        if ("missing" in entry) counted.missing += 1;
        else {
          counted.uploads += 1;
          counted.bytes += entry.size;
        }
        yield toLine(entry);
      }
      yield toLine({ end: true, ...counted });
    }
    const zipped = createGzip({ level: 6 });
    const zipping = pipeline(Readable.from(lines()), zipped);
    zipping.catch(() => undefined);
    await pipeline(await encrypt(zipped, this.recipients), createWriteStream(manifest, { mode: 0o600 }));
    await zipping;
    return counted;
  }

  async *entries(): AsyncGenerator<ManifestEntry> {
    if (!this.order.uploads.isIncluded) return;
    const stored = new Map<string, number>();
    for await (const { name, size } of this.order.target.list("objects"))
      if (!this.order.damaged?.has(name)) stored.set(name, size);
    const keys = withFormer(
      this.uploadKeys(),
      await findFormerUploads({ ...this.order, recipients: this.recipients, folder: this.folder }),
    );
    for await (const entry of inOrder(keys, atOnce, (item) => this.keep(item, stored))) {
      this.report({ done: this.progress.done + 1 });
      yield entry;
    }
  }

  async keep({ key, former }: Keyed, stored: ReadonlyMap<string, number>): Promise<ManifestEntry> {
    this.order.signal?.throwIfAborted();
    const isThere = ({ object, size }: ManifestUpload) => stored.get(object) === encryptedSize(size, this.recipients);
    if (former && isThere(former)) return former;
    const { read } = this.order.uploads;
    const source = await read(key);
    if (!source) return { key, missing: true };
    const { sha256, size } = await hashStream(source);
    const entry = { key, size, sha256, object: objectName(this.order.hostKey, sha256, this.recipients) };
    if (isThere(entry)) return entry;
    const gone = new BackupProblem("Die Datei ist inzwischen weg.");
    const open = async () => {
      const again = await read(key);
      if (!again) throw gone;
      return encrypt(again, this.recipients);
    };
    try {
      await this.put(entry.object, open, encryptedSize(size, this.recipients));
    } catch (error) {
      if (error === gone) return { key, missing: true };
      throw error;
    }
    this.newObjects += 1;
    return entry;
  }

  async send(name: string, file: string): Promise<void> {
    await this.put(name, () => createReadStream(file), (await stat(file)).size);
  }

  async put(name: string, open: OpenBody, size: number): Promise<void> {
    await this.order.target.put(name, async () => Readable.from(this.counted(await open())), size);
  }

  /** Counts what is sent while it is, also what is sent again: an archive of gigabytes is one object. */
  async *counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      yield chunk;
      this.report({ sentBytes: this.progress.sentBytes + chunk.length });
    }
  }
}
