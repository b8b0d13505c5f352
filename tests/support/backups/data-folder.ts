import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { type BackupOrder, backUp } from "../../../server/backup/back-up.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { loadHostKey } from "../../../server/backup/host-key.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import type { BackupTarget } from "../../../server/backup/targets/target.ts";
import { openStoreFile, storeFile } from "../../../server/checks/store/open-store.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { openLocalStore } from "../../../server/files/local-store.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { writeTestDatabase } from "../database.ts";
import { temporaryFolder } from "../temporary-folders.ts";

const aPersonId = "0192f0c1-0000-7000-8000-000000000001";

/** A data folder as a portal leaves it, with uploads that its database knows. */
export async function aDataFolder({ uploads = 3, bytes = 40_000 }: { uploads?: number; bytes?: number } = {}) {
  const dataDir = temporaryFolder("backup");
  await writeTestDatabase(dataDir);
  loadSecrets(dataDir);
  openStoreFile(storeFile(dataDir)).close();
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.pragma("journal_mode = wal");
  const at = "2026-11-20T09:00:00.000Z";
  sqlite
    .prepare("insert into users (id, email, name, role, created_at, joined_at) values (?, ?, 'Jana', 'admin', ?, ?)")
    .run(aPersonId, "jana@agentur.example", at, at);
  sqlite.close();
  const keys: string[] = [];
  for (let count = 0; count < uploads; count += 1) keys.push(addUpload(dataDir, randomBytes(bytes)));
  return { dataDir, keys };
}

/** Adds an upload with its row, as if a person had. */
export function addUpload(dataDir: string, content: Buffer, ownerId = aPersonId): string {
  const key = randomBytes(32).toString("base64url");
  const file = uploadFile(dataDir, key);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const sqlite = new Sqlite(databaseFile(dataDir));
  const at = "2026-11-20T09:00:00.000Z";
  sqlite
    .prepare(
      `insert into files (key, filename, mime_type, size, purpose, created_by_id, created_at, received_at, checked_at, confirmed_at, owner)
       values (?, 'angebot.pdf', 'application/pdf', ?, 'attachment', ?, ?, ?, ?, ?, ?)`,
    )
    .run(key, content.length, ownerId, at, at, at, at, `user:${ownerId}`);
  sqlite.close();
  return key;
}

/** Removes an upload with its row, as if a person had. */
export function removeUpload(dataDir: string, key = ""): void {
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.prepare("delete from files where key = ?").run(key);
  sqlite.close();
  rmSync(uploadFile(dataDir, key));
}

export const uploadFile = (dataDir: string, key: string) => path.join(dataDir, "uploads/kept", key.slice(0, 2), key);

export interface BackupDesk {
  folder: string;
  target: BackupTarget;
  /** What the admin keeps. */
  identity: string;
  recipient: string;
  run(change?: Partial<BackupOrder>): ReturnType<typeof backUp>;
}

export const deskOwner = "the portal of the desk";

/** Where backups of a data folder go, and the key that an admin wrote down. */
export async function openBackupDesk(dataDir: string, folder = temporaryFolder("target")): Promise<BackupDesk> {
  const identity = await createIdentity();
  const recipient = await recipientOf(identity);
  const target = await openLocalFolder(folder);
  const { read } = await openLocalStore(path.join(dataDir, "uploads"), "a key for tests only, 32 characters");
  return {
    folder,
    target,
    identity,
    recipient,
    run: async (change) =>
      backUp({
        dataDir,
        target,
        hostKey: await loadHostKey(dataDir),
        owner: deskOwner,
        adminRecipient: recipient,
        uploads: { read, kind: "folder", isIncluded: true },
        auditHead: null,
        now: new Date("2026-11-23T02:30:00.000Z"),
        ...change,
      }),
  };
}

/** Every file of a folder by its path in it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

export const sizesIn = (folder: string) => filesIn(folder).map((file) => statSync(path.join(folder, file)).size);

/** Lets every file of a folder look as if it had lain there for days. */
export function age(folder: string, days: number): void {
  const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  for (const file of filesIn(folder)) utimesSync(path.join(folder, file), then, then);
}

/** Flips one bit in the middle of a file. */
export function flipBit(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
}
