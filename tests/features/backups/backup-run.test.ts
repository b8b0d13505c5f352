import { cpSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { stageRestore } from "../../../server/backup/restore.ts";
import { openManifest } from "../../../server/backup/snapshots.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import { openThrottle } from "../../../server/backup/targets/throttle.ts";
import { verify } from "../../../server/backup/verify.ts";
import { openStoreFile } from "../../../server/checks/store/open-store.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import type { Environment } from "../../../server/env.ts";
import { claimRun } from "../../../server/features/backups/claims.ts";
import { runClaimed } from "../../../server/features/backups/run.ts";
import { openS3Store } from "../../../server/files/s3-store.ts";
import { aDataFolder, filesIn, openBackupDesk } from "../../support/backups/data-folder.ts";
import { openPlanned, planBackups } from "../../support/backups/planned-portal.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { openBucket } from "../../support/servers/bucket.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

describe("the bandwidth", () => {
  /** How long a sender waits for so many bytes, by a clock that only its waiting moves. */
  async function secondsFor(bytes: number, bytesPerSecond: number | null, streams = 1): Promise<number> {
    let at = 0;
    const throttle = openThrottle(bytesPerSecond, {
      now: () => at,
      wait: async (ms) => {
        at += ms;
      },
    });
    async function* chunks() {
      for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(Math.min(65_536, bytes - sent));
    }
    for (let stream = 0; stream < streams; stream += 1) for await (const _ of throttle(chunks()));
    return at / 1000;
  }

  it("is kept to over all streams together, and free where none is named", async () => {
    expect(await secondsFor(10_000_000, 1_000_000)).toBeCloseTo(10, 1);
    expect(await secondsFor(1_000_000, 1_000_000, 4)).toBeCloseTo(4, 1);
    expect(await secondsFor(10_000_000, null)).toBe(0);
  });
});

describe("the heartbeat", () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  async function aPortalThatCalls(allowed = ["127.0.0.0/8"]) {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const recipient = await recipientOf(await createIdentity());
    const sqlite = new Sqlite(databaseFile(dataDir));
    const insert = sqlite.prepare(
      "insert into settings (section, values_json, secrets_json, version, updated_at) values (?, ?, '{}', 1, '2026-11-20T09:00:00.000Z')",
    );
    insert.run("backup", JSON.stringify({ recipient, heartbeatUrl: `${receiver.url}/ping/backup` }));
    insert.run("network", JSON.stringify({ allowedNetworks: allowed }));
    sqlite.close();
    return dataDir;
  }

  it("is sent after a backup that worked, and only then", async () => {
    const dataDir = await aPortalThatCalls();
    expect((await techcenter(["backup", "--to", "/absent"], { dataDir })).code).toBe(1);
    expect(receiver.received).toEqual([]);
    expect((await techcenter(["backup", "--to", temporaryFolder("target")], { dataDir })).code).toBe(0);
    expect(receiver.received).toMatchObject([{ method: "GET", path: "/ping/backup" }]);
  });

  it("is not sent after one to another target than that of the settings", async () => {
    const dataDir = await aPortalThatCalls();
    const recipient = await recipientOf(await createIdentity());
    const heartbeatUrl = `${receiver.url}/ping/backup`;
    planBackups(dataDir, { recipient, heartbeatUrl, folderPath: temporaryFolder("target") });
    expect((await techcenter(["backup", "--to", temporaryFolder("usb")], { dataDir })).code).toBe(0);
    expect(receiver.received).toEqual([]);
    expect((await techcenter(["backup"], { dataDir })).code).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  it("that nobody takes, or that leads where the portal may not go, harms no backup", async () => {
    receiver.answer(() => ({ status: 500 }));
    const dataDir = await aPortalThatCalls();
    expect((await techcenter(["backup", "--to", temporaryFolder("target")], { dataDir })).code).toBe(0);
    const shut = await aPortalThatCalls([]);
    expect((await techcenter(["backup", "--to", temporaryFolder("target")], { dataDir: shut })).code).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("what checks have found out", () => {
  it("comes from the copy that nodes share, once they are several", async () => {
    const { s3, close } = await openBucket();
    onTestFinished(close);
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const [identity, folderPath] = [await createIdentity(), temporaryFolder("target")];
    planBackups(dataDir, { recipient: await recipientOf(identity), folderPath, includesUploads: false });
    const planned = await openPlanned(dataDir, "2026-11-23T02:30:00.000Z");
    onTestFinished(planned.portal.close);
    const eventsOf = async (change: Partial<Environment>) => {
      const portal = { ...planned.portal, env: { ...planned.portal.env, ...change } };
      const id = (await claimRun(portal.db, "backup", portal.now())) ?? "";
      const made = await runClaimed(portal, { id, kind: "backup", signal: new AbortController().signal });
      planned.advance(60_000);
      const target = await openLocalFolder(folderPath);
      const manifest = await openManifest(target, "backup" in made ? made.backup.id : "", identity);
      await manifest.close();
      return manifest.header.contents["checks.sqlite"]?.counts.events;
    };

    // Another node leads the checks, and has shared what it found out.
    const copy = path.join(temporaryFolder("copy"), "checks.sqlite");
    const store = openStoreFile(copy);
    store.exec("insert into events (at, kind, data) values (1, 'down', '{}'), (2, 'up', '{}')");
    store.close();
    const { size } = statSync(copy);
    await (await openS3Store(s3, temporaryFolder("work"))).shared?.put("checks/one.sqlite", { path: copy, size });
    const row = { name: "checks", object: "checks/one.sqlite", size, at: "2026-11-23T02:29:00.000Z" };
    await planned.portal.db.insertInto("checkCopies").values(row).execute();

    expect(await eventsOf({ s3, redis: { url: "redis://127.0.0.1:1" } })).toBe(2);
    expect(await eventsOf({ s3 })).toBe(0);
    // A bucket that does not answer costs the backup no more than this.
    const away = { ...s3, endpoint: "http://127.0.0.1:1" };
    expect(await eventsOf({ s3: away, redis: { url: "redis://127.0.0.1:1" } })).toBe(0);
    await planned.portal.db.deleteFrom("checkCopies").execute();
    expect(await eventsOf({ s3, redis: { url: "redis://127.0.0.1:1" } })).toBe(0);
  });
});

const disk = mountSmallDisk(12);
afterAll(() => disk?.remove());

describe.skipIf(!disk)("a full disk (needs to mount one)", () => {
  it("of the target ends a backup with a sentence, leaves nothing behind, and the next one goes on", async () => {
    const { dataDir } = await aDataFolder({ uploads: 4, bytes: 400_000 });
    const folder = path.join(disk?.folder ?? "", "target");
    mkdirSync(folder);
    const recipient = await recipientOf(await createIdentity());
    disk?.fill();
    const words = ["backup", "--to", folder, "--recipient", recipient];
    const full = await techcenter(words, { dataDir });
    expect(full).toMatchObject({ code: 1, noted: expect.stringMatching(/kein Platz|ENOSPC|no space/i) });
    expect(filesIn(folder)).toEqual([]);
    expect(filesIn(dataDir).filter((file) => file.startsWith("backup-work"))).toEqual([]);
    disk?.clear();
    expect(await techcenter(words, { dataDir })).toMatchObject({ code: 0 });
    rmSync(folder, { recursive: true });
  });

  it("of the portal ends a backup while it copies, and the portal's data stay sound", async () => {
    const { dataDir: whole } = await aDataFolder({ uploads: 0 });
    const dataDir = path.join(disk?.folder ?? "", "data");
    cpSync(whole, dataDir, { recursive: true });
    const desk = await openBackupDesk(dataDir);
    // The host's key is made while there is room.
    await desk.run();
    disk?.fill();
    await expect(desk.run({ now: new Date("2026-11-24T02:30:00.000Z") })).rejects.toMatchObject({
      code: expect.toBeOneOf(["noSpace", "ENOSPC", "SQLITE_FULL"]),
    });
    expect(filesIn(dataDir).filter((file) => file.startsWith("backup-work"))).toEqual([]);
    const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    sqlite.close();
    disk?.clear();
    expect(await desk.run({ now: new Date("2026-11-25T02:30:00.000Z") })).toMatchObject({ missing: 0 });
  });

  it("of the portal is not filled by what needs more room than there is, which says how much", async () => {
    const { dataDir: whole } = await aDataFolder({ uploads: 2 });
    const dataDir = path.join(disk?.folder ?? "", "tight");
    cpSync(whole, dataDir, { recursive: true });
    const desk = await openBackupDesk(dataDir);
    const { id } = await desk.run();
    const sizeOf = (name: string) => statSync(path.join(dataDir, name)).size;
    const database = sizeOf("techcenter.sqlite") + sizeOf("checks.sqlite");
    const ballast = path.join(disk?.folder ?? "", "half");
    const leave = (bytes: number) => {
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - bytes));
    };
    const lack = { code: "noSpace", message: expect.stringMatching(/MB werden gebraucht, .* MB sind frei/) };
    const phases: string[] = [];
    const onProgress = ({ phase }: { phase: string }) => void phases.push(phase);

    leave(database * 1.6);
    // What a first archive takes nobody knows; what the next one takes the last one tells.
    const other = await openBackupDesk(dataDir);
    await expect(other.run({ onProgress })).rejects.toMatchObject(lack);
    expect(phases).toEqual([]);
    expect(await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") })).toMatchObject({ missing: 0 });

    leave(database * 0.8);
    const { target, identity } = desk;
    const order = { target, identity, id };
    const scratch = path.join(disk?.folder ?? "", "scratch");
    await expect(verify({ ...order, scratch, samples: 0 })).rejects.toMatchObject(lack);
    const restored = { ...order, dataDir: path.join(disk?.folder ?? "", "restored"), now: new Date() };
    await expect(stageRestore({ ...restored, migrations: await listMigrations() })).rejects.toMatchObject(lack);
    expect(filesIn(restored.dataDir)).toEqual([]);
    rmSync(ballast);
    rmSync(dataDir, { recursive: true });
  });
});
