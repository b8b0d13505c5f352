import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { BackupProblem } from "../../../server/backup/backup-problem.ts";
import { createIdentity } from "../../../server/backup/encryption.ts";
import { loadHostKey } from "../../../server/backup/host-key.ts";
import { finishRestore, stageRestore } from "../../../server/backup/restore.ts";
import { removeOld } from "../../../server/backup/retention.ts";
import { listSnapshots } from "../../../server/backup/snapshots.ts";
import { type BackupTarget, partialName } from "../../../server/backup/targets/target.ts";
import { verify } from "../../../server/backup/verify.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { readContents } from "../../../server/db/copy-database.ts";
import { openStore } from "../../../server/files/open-store.ts";
import { freshSecrets, readSecrets, replaceSecrets, writeNextSecrets } from "../../../server/secrets.ts";
import {
  aDataFolder,
  addUpload,
  age,
  type BackupDesk,
  deskOwner,
  filesIn,
  flipBit,
  openBackupDesk,
  removeUpload,
  uploadFile,
} from "../../support/backups/data-folder.ts";
import { openBucket } from "../../support/servers/bucket.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const migrations = readdirSync(path.resolve(import.meta.dirname, "../../../migrations")).map((file) =>
  file.replace(/\.ts$/, ""),
);
const now = new Date("2026-11-23T04:00:00.000Z");

const verified = (desk: BackupDesk, identity = desk.identity) =>
  verify({ target: desk.target, identity, scratch: path.join(temporaryFolder("scratch"), "in"), samples: "all" });
const staged = (desk: BackupDesk, dataDir: string, change: { identity?: string; force?: boolean } = {}) =>
  stageRestore({ dataDir, target: desk.target, identity: desk.identity, now, migrations, ...change });

describe("a backup", () => {
  it("brings everything back into an empty folder", async () => {
    const { dataDir, keys } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    const result = await desk.run();
    expect(result).toMatchObject({ uploads: 3, missing: 0, newObjects: 3 });
    expect(await verified(desk)).toMatchObject({ faults: [], uploads: 3, opened: 3 });

    const elsewhere = temporaryFolder("restored");
    expect(await staged(desk, elsewhere)).toMatchObject({ id: result.id, uploads: 3, missing: 0 });
    expect(await finishRestore({ dataDir: elsewhere })).toMatchObject({ id: result.id, aside: undefined });
    for (const key of keys)
      expect(readFileSync(uploadFile(elsewhere, key)).equals(readFileSync(uploadFile(dataDir, key)))).toBe(true);
    for (const name of ["secrets.json", "backup-key.json"])
      expect(readFileSync(path.join(elsewhere, name))).toEqual(readFileSync(path.join(dataDir, name)));
    for (const name of ["techcenter.sqlite", "checks.sqlite"])
      expect(readContents(path.join(elsewhere, name))).toEqual(readContents(path.join(dataDir, name)));
    expect(filesIn(elsewhere).filter((file) => file.startsWith("restore"))).toEqual([]);
  });

  it("opens with the host's key and with the admin's, and with no other", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    expect((await verified(desk, (await loadHostKey(dataDir)).identity)).faults).toEqual([]);
    await expect(verified(desk, await createIdentity())).rejects.toMatchObject({
      code: "wrongKey",
      message: expect.stringContaining("Dieser Schlüssel öffnet kein Backup in"),
    });
    const elsewhere = temporaryFolder("restored");
    const identity = await createIdentity();
    await expect(staged(desk, elsewhere, { identity })).rejects.toMatchObject({ code: "wrongKey" });
    expect(filesIn(elsewhere)).toEqual([]);
  });

  it("stores each upload once, under a name that tells nothing", async () => {
    const { dataDir, keys } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    const twin = addUpload(dataDir, readFileSync(uploadFile(dataDir, keys[0] ?? "")));
    const second = await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") });
    expect(second).toMatchObject({ uploads: 4, newObjects: 0 });
    const names = filesIn(desk.folder).join("\n");
    for (const key of [...keys, twin]) expect(names).not.toContain(key);
    expect(filesIn(path.join(desk.folder, "objects"))).toHaveLength(3);
    expect((await verified(desk)).faults).toEqual([]);
  });

  it("sends again what the target has lost or holds in part", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    const [lost = "", cut = ""] = filesIn(path.join(desk.folder, "objects"));
    rmSync(path.join(desk.folder, "objects", lost));
    truncateSync(path.join(desk.folder, "objects", cut), 100);
    expect((await verified(desk)).faults).toHaveLength(2);
    expect(await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") })).toMatchObject({ newObjects: 2 });
    expect((await verified(desk)).faults).toEqual([]);
  });

  it("says which uploads were gone, and goes on", async () => {
    const { dataDir, keys } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    rmSync(uploadFile(dataDir, keys[1] ?? ""));
    expect(await desk.run()).toMatchObject({ uploads: 2, missing: 1 });
    expect(await verified(desk)).toMatchObject({ faults: [], missing: 1 });
    expect(await staged(desk, temporaryFolder("restored"))).toMatchObject({ uploads: 2, missing: 1 });
  });

  it("names its objects anew for a new recovery key, so that each snapshot opens with one key", async () => {
    const { dataDir } = await aDataFolder();
    const former = await openBackupDesk(dataDir);
    await former.run();
    const desk = await openBackupDesk(dataDir, former.folder);
    expect(await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") })).toMatchObject({ newObjects: 3 });
    expect((await verified(desk)).faults).toEqual([]);
  });
});

it("keeps what the host has lost of an upload that a backup holds", async () => {
  const { dataDir, keys } = await aDataFolder();
  const desk = await openBackupDesk(dataDir);
  await desk.run();
  rmSync(uploadFile(dataDir, keys[1] ?? ""));
  expect(await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") })).toMatchObject({ uploads: 3, missing: 0 });
});

describe("data that are replaced while they are copied", () => {
  /** Renews the keys and writes with them, as `rotate-keys` would, once the database is copied; so often. */
  async function aDeskWithRotations(times: number) {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const desk = await openBackupDesk(dataDir);
    let rotations = 0;
    const onProgress = () => {
      const isCopied = filesIn(dataDir).some((file) => /^backup-work\/.*techcenter\.sqlite$/.test(file));
      if (!isCopied || rotations === times) return;
      rotations += 1;
      const sqlite = new Sqlite(databaseFile(dataDir));
      sqlite.prepare("update users set name = ?").run(`rotation ${rotations}`);
      sqlite.close();
      replaceSecrets(dataDir, freshSecrets());
    };
    return { dataDir, desk, onProgress };
  }

  it("come back as one portal, with the secrets that open the database", async () => {
    const { dataDir, desk, onProgress } = await aDeskWithRotations(1);
    await desk.run({ onProgress });
    const elsewhere = temporaryFolder("restored");
    await staged(desk, elsewhere);
    await finishRestore({ dataDir: elsewhere });
    expect(readSecrets(elsewhere)).toEqual(readSecrets(dataDir));
    const sqlite = new Sqlite(databaseFile(elsewhere), { readonly: true });
    expect(sqlite.prepare("select name from users").pluck().all()).toEqual(["rotation 1"]);
    sqlite.close();
  });

  it("are in no snapshot where that does not end, or was cut", async () => {
    const { dataDir, desk, onProgress } = await aDeskWithRotations(Number.POSITIVE_INFINITY);
    await expect(desk.run({ onProgress })).rejects.toThrow("Ein anderer Befehl ersetzt gerade die Daten");
    writeNextSecrets(dataDir, freshSecrets());
    await expect(desk.run()).rejects.toThrow("Die Schlüssel werden gerade erneuert");
    expect((await listSnapshots(desk.target)).snapshots).toEqual([]);
  });
});

describe("a damaged backup", () => {
  const damages: [string, (desk: BackupDesk) => void][] = [
    ["a flipped bit in the archive", (desk) => flipBit(snapshotFile(desk, ".tar.gz.age"))],
    ["a flipped bit in the manifest", (desk) => flipBit(snapshotFile(desk, ".ndjson.gz.age"))],
    ["a flipped bit in an upload", (desk) => flipBit(objectFile(desk))],
    ["an archive cut in half", (desk) => truncateSync(snapshotFile(desk, ".tar.gz.age"), 70_000)],
    ["a manifest cut in half", (desk) => truncateSync(snapshotFile(desk, ".ndjson.gz.age"), 400)],
    ["a header of the manifest that opens for nobody", (desk) => spoilStanzas(snapshotFile(desk, ".ndjson.gz.age"))],
    ["a header of the archive that opens for nobody", (desk) => spoilStanzas(snapshotFile(desk, ".tar.gz.age"))],
    ["an empty manifest", (desk) => truncateSync(snapshotFile(desk, ".ndjson.gz.age"), 0)],
    ["an upload cut in half", (desk) => truncateSync(objectFile(desk), 20_000)],
    ["a lost upload", (desk) => rmSync(objectFile(desk))],
    ["a lost archive", (desk) => rmSync(snapshotFile(desk, ".tar.gz.age"))],
    ["a text in place of the archive", (desk) => writeFileSync(snapshotFile(desk, ".tar.gz.age"), "nothing")],
  ];

  it.each(damages)("with %s is found, and restored in no part", async (_what, damage) => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    damage(desk);
    expect((await verified(desk)).faults).not.toEqual([]);
    const elsewhere = temporaryFolder("restored");
    await expect(staged(desk, elsewhere)).rejects.toBeInstanceOf(BackupProblem);
    // Uploads wait in the stage for the next attempt.
    expect(filesIn(elsewhere).filter((file) => !/^restore\/(uploads|stage\.json)/.test(file))).toEqual([]);
  });
});

describe("a restore", () => {
  it("refuses a folder that holds a portal, and with force keeps what was there", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    const { dataDir: other, keys } = await aDataFolder({ uploads: 1 });
    const before = filesIn(other);
    await expect(staged(desk, other)).rejects.toMatchObject({ code: "notEmpty" });
    expect(filesIn(other)).toEqual(before);

    await staged(desk, other, { force: true });
    const finished = await finishRestore({ dataDir: other });
    const aside = finished?.aside ?? "";
    expect(readFileSync(uploadFile(aside, keys[0] ?? "")).length).toBe(40_000);
    expect(readContents(path.join(aside, "techcenter.sqlite")).counts.files).toBe(1);
    expect(readContents(path.join(other, "techcenter.sqlite")).counts.files).toBe(3);
    expect(await finishRestore({ dataDir: other })).toBeUndefined();
  });

  it("refuses what a newer version has made", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    const order = { dataDir: temporaryFolder("older"), target: desk.target, identity: desk.identity, now };
    await expect(stageRestore({ ...order, migrations: migrations.slice(0, 5) })).rejects.toThrow(
      /neuer als dieses Programm/,
    );
  });
});

describe("uploads that belong into a bucket", () => {
  it("are put there once all is verified, and not into the folder", async () => {
    const { dataDir, keys } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    const { s3, close } = await openBucket();
    try {
      const elsewhere = temporaryFolder("restored");
      const bucket = await openStore({ dataDir: elsewhere, s3 }, "");
      const order = { dataDir: elsewhere, target: desk.target, identity: desk.identity, now, migrations, bucket };
      expect(await stageRestore(order)).toMatchObject({ uploads: 3, advice: undefined });
      await finishRestore({ dataDir: elsewhere });
      for (const key of keys) {
        const got = await bucket.read(key);
        expect(got && (await buffer(got)).equals(readFileSync(uploadFile(dataDir, key)))).toBe(true);
      }
      expect(filesIn(path.join(elsewhere, "uploads"))).toEqual([]);
    } finally {
      await close();
    }
  });

  it("that were left out are said to lie where they lay", async () => {
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    const { read } = await openStore({ dataDir, s3: undefined }, "");
    await desk.run({ uploads: { read, kind: "s3", isIncluded: false } });
    const { advice, uploads } = await staged(desk, temporaryFolder("restored"));
    expect(uploads).toBe(0);
    expect(advice).toContain("Sie liegen weiter im Bucket");
  });
});

describe("retention", () => {
  it("removes what no manifest names any more, and nothing else", async () => {
    const { dataDir, keys } = await aDataFolder({ uploads: 2 });
    const desk = await openBackupDesk(dataDir);
    const { identity } = await loadHostKey(dataDir);
    await desk.run({ now: new Date("2026-11-20T02:30:00.000Z") });
    removeUpload(dataDir, keys[0]);
    await desk.run({ now: new Date("2026-11-21T02:30:00.000Z") });
    writeFileSync(path.join(desk.folder, "objects/notes.txt"), "not ours");
    const retention = { hourly: 0, daily: 1, weekly: 0, monthly: 0 };
    // What lies there unnamed for less than a day may be what another run is about to name.
    expect(
      await removeOld(desk.target, {
        retention,
        identity,
        owners: new Set([deskOwner]),
        isMarked: true,
        now: new Date(),
      }),
    ).toEqual({
      snapshots: 1,
      objects: 0,
      unread: 0,
    });
    age(desk.folder, 3);
    expect(
      await removeOld(desk.target, {
        retention,
        identity,
        owners: new Set([deskOwner]),
        isMarked: true,
        now: new Date(),
      }),
    ).toEqual({
      snapshots: 0,
      objects: 1,
      unread: 0,
    });
    expect(filesIn(path.join(desk.folder, "objects"))).toHaveLength(2);
    expect((await listSnapshots(desk.target)).snapshots).toHaveLength(1);
    expect((await verified(desk)).uploads).toBe(1);
  });

  it("removes what killed runs had begun to write, once it is older than a day", async () => {
    const { dataDir } = await aDataFolder({ uploads: 1 });
    const desk = await openBackupDesk(dataDir);
    await desk.run();
    const { identity } = await loadHostKey(dataDir);
    const retention = { hourly: 0, daily: 1, weekly: 0, monthly: 0 };
    const partial = path.join(desk.folder, partialName(`objects/aa/${"a".repeat(64)}.age`));
    mkdirSync(path.dirname(partial), { recursive: true });
    writeFileSync(partial, "half");
    await removeOld(desk.target, {
      retention,
      identity,
      owners: new Set([deskOwner]),
      isMarked: true,
      now: new Date(),
    });
    expect(existsSync(partial)).toBe(true);
    age(desk.folder, 2);
    await removeOld(desk.target, {
      retention,
      identity,
      owners: new Set([deskOwner]),
      isMarked: true,
      now: new Date(),
    });
    expect(existsSync(partial)).toBe(false);
    expect((await verified(desk)).faults).toEqual([]);
  });

  it("removes no object while a manifest cannot be read", async () => {
    const { dataDir, keys } = await aDataFolder({ uploads: 2 });
    const desk = await openBackupDesk(dataDir);
    await desk.run({ now: new Date("2026-11-20T02:30:00.000Z") });
    removeUpload(dataDir, keys[0]);
    await desk.run({ now: new Date("2026-11-21T02:30:00.000Z") });
    flipBit(snapshotFile(desk, ".ndjson.gz.age"));
    age(desk.folder, 3);
    const retention = { hourly: 0, daily: 1, weekly: 0, monthly: 0 };
    const { identity } = await loadHostKey(dataDir);
    expect(
      await removeOld(desk.target, {
        retention,
        identity,
        owners: new Set([deskOwner]),
        isMarked: true,
        now: new Date(),
      }),
    ).toMatchObject({ objects: 0, unread: 1 });
    expect(filesIn(path.join(desk.folder, "objects"))).toHaveLength(2);
  });

  describe("with a manifest that cannot be read", () => {
    const days = ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-21"] as const;
    const fileOf = (desk: BackupDesk, id: string) => path.join(desk.folder, `snapshots/${id}.ndjson.gz.age`);
    const idsIn = async (desk: BackupDesk) => (await listSnapshots(desk.target)).snapshots.map(({ id }) => id);

    /** Backups of two days, and two of a third one, the newest first. */
    async function aDeskOfDays() {
      const { dataDir } = await aDataFolder({ uploads: 1 });
      const desk = await openBackupDesk(dataDir);
      for (const [index, day] of days.entries()) await desk.run({ now: new Date(`${day}T0${index}:30:00.000Z`) });
      const { identity } = await loadHostKey(dataDir);
      const sweep = (daily: number, change: { isMarked?: boolean; target?: BackupTarget } = {}) =>
        removeOld(change.target ?? desk.target, {
          retention: { hourly: 0, daily, weekly: 0, monthly: 0 },
          identity,
          owners: new Set([deskOwner]),
          isMarked: change.isMarked ?? true,
          now: new Date(),
        });
      return { desk, ids: await idsIn(desk), sweep };
    }

    it("keeps the sound snapshot of the same day, and the damaged one beside it", async () => {
      const { desk, ids, sweep } = await aDeskOfDays();
      flipBit(fileOf(desk, ids[0] ?? ""));
      expect(await sweep(1)).toMatchObject({ snapshots: 2 });
      expect(await idsIn(desk)).toEqual(ids.slice(0, 2));
    });

    it("removes a damaged one once it is older than all that are kept", async () => {
      const { desk, ids, sweep } = await aDeskOfDays();
      for (const id of ids.slice(1, 3)) flipBit(fileOf(desk, id));
      expect(await sweep(2)).toMatchObject({ snapshots: 0 });
      expect(await sweep(1)).toMatchObject({ snapshots: 3 });
      expect(await idsIn(desk)).toEqual(ids.slice(0, 1));
    });

    it("removes none where no snapshot can be read", async () => {
      const { desk, ids, sweep } = await aDeskOfDays();
      for (const id of ids) flipBit(fileOf(desk, id));
      expect(await sweep(1)).toEqual({ snapshots: 0, objects: 0, unread: ids.length });
      expect(await idsIn(desk)).toEqual(ids);
    });

    it("removes none that may be another portal's, on a target without a mark", async () => {
      const { desk, ids, sweep } = await aDeskOfDays();
      flipBit(fileOf(desk, ids[3] ?? ""));
      expect(await sweep(1, { isMarked: false })).toMatchObject({ snapshots: 2 });
      expect(await idsIn(desk)).toEqual([ids[0], ids[3]]);
    });

    it("removes none that the disk does not read today", async () => {
      const { desk, ids, sweep } = await aDeskOfDays();
      const target: BackupTarget = {
        ...desk.target,
        async get(name) {
          if (!name.includes(ids[3] ?? "")) return desk.target.get(name);
          throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
        },
      };
      await sweep(1, { target });
      expect(await idsIn(desk)).toEqual([ids[0], ids[3]]);
    });
  });
});

const snapshotFile = (desk: BackupDesk, end: string) => {
  const found = filesIn(path.join(desk.folder, "snapshots")).filter((file) => file.endsWith(end));
  return path.join(desk.folder, "snapshots", found.at(-1) ?? "");
};
const objectFile = (desk: BackupDesk) =>
  path.join(desk.folder, "objects", filesIn(path.join(desk.folder, "objects"))[0] ?? "");
/** Changes a character of what the header of an age file holds for each of its keys. */
function spoilStanzas(file: string): void {
  const text = readFileSync(file, "latin1");
  const spoiled = text.replace(
    /(-> X25519 \S+\n)(.)/g,
    (_, head: string, first: string) => head + (first === "A" ? "B" : "A"),
  );
  writeFileSync(file, spoiled, "latin1");
}
