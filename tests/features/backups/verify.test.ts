import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { BackupRun } from "../../../contract/backups/backups.ts";
import { isCircumstance } from "../../../server/backup/backup-problem.ts";
import { stageRestore } from "../../../server/backup/restore.ts";
import { targetId } from "../../../server/backup/settings-targets.ts";
import type { BackupTarget } from "../../../server/backup/targets/target.ts";
import { type VerifyOrder, verify } from "../../../server/backup/verify.ts";
import { openScratch, removeLeftScratch } from "../../../server/cli/scratch.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { findDamage } from "../../../server/db/copy-database.ts";
import { listMigrations } from "../../../server/db/migrate.ts";
import { claimRun, endRun, noteTargets } from "../../../server/features/backups/claims.ts";
import { listSuspects, listUnsent } from "../../../server/features/backups/suspects.ts";
import { tryLockData } from "../../../server/jobs/claims.ts";
import {
  aDataFolder,
  addUpload,
  type BackupDesk,
  filesIn,
  flipBit,
  openBackupDesk,
  uploadFile,
} from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { openOffice } from "../../support/office.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

let dataDir: string;
let keys: string[];
let desk: BackupDesk;
beforeEach(async () => {
  ({ dataDir, keys } = await aDataFolder());
  desk = await openBackupDesk(dataDir);
});

const tuesday = new Date("2026-11-24T02:30:00.000Z");
const scratch = () => path.join(temporaryFolder("scratch"), "in");
const verified = (change: Partial<VerifyOrder> = {}) =>
  verify({ target: desk.target, identity: desk.identity, scratch: scratch(), samples: "all", ...change });
const objectsOf = (folder: string) => filesIn(path.join(folder, "objects")).map((file) => `objects/${file}`);

it("a manifest is read whole before anything else is fetched: a target ends an answer that rests", async () => {
  // Many, so that no buffer takes in all of the manifest.
  const sqlite = new Sqlite(databaseFile(dataDir));
  sqlite.exec(`
    with recursive counting (n) as (select 1 union all select n + 1 from counting where n < 20000)
    insert into files (key, filename, mime_type, size, purpose, created_by_id, created_at, received_at, checked_at, confirmed_at, owner)
    select 'z' || substr(hex(randomblob(21)), 1, 42), 'a.pdf', 'application/pdf', 1, 'attachment', created_by_id, created_at, created_at, created_at, created_at, owner
    from counting, (select * from files limit 1)`);
  sqlite.close();
  let resting: Readable | undefined;
  let ended = 0;
  const endResting = async () => {
    // What its reader has closed ends as soon as its file is closed; what rests stays.
    const rests = performance.now() + 5000;
    while (resting && !resting.destroyed && performance.now() < rests) await setImmediate();
    if (!resting || resting.readableEnded || resting.destroyed) return;
    ended += 1;
    resting.destroy(new Error("Der Server antwortet nicht mehr."));
  };
  const impatient: BackupTarget = {
    ...desk.target,
    async get(name) {
      await endResting();
      resting = await desk.target.get(name);
      return resting;
    },
    async put(...args) {
      await endResting();
      return desk.target.put(...args);
    },
  };
  await desk.run({ target: impatient });
  addUpload(dataDir, Buffer.from("new since Monday"));
  expect(await desk.run({ target: impatient, now: tuesday })).toMatchObject({ newObjects: 1, missing: 20_000 });
  expect(await verified({ target: one(impatient) })).toMatchObject({ faults: [], opened: 4, missing: 20_000 });
  const order = { dataDir: temporaryFolder("restored"), target: one(impatient), identity: desk.identity, now: tuesday };
  expect(await stageRestore({ ...order, migrations: await listMigrations() })).toMatchObject({ uploads: 4 });
  expect(ended).toBe(0);
});

/** Hands out one answer after the other is read, as the uploads themselves are fetched side by side. */
function one(target: BackupTarget): BackupTarget {
  return {
    ...target,
    async get(name) {
      if (!name.startsWith("objects/")) return target.get(name);
      const got = await desk.target.get(name);
      return got && Readable.from([await buffer(got)]);
    },
  };
}

describe("an upload that was lost before the backup", () => {
  it("is a hint with its number, and no fault that no new backup could cure", async () => {
    rmSync(uploadFile(dataDir, keys[1] ?? ""));
    await desk.run();
    expect(await verified()).toMatchObject({ faults: [], missing: 1, uploads: 2 });
    const office = await openOffice();
    const chief = await office.as(await office.hire({ role: "admin" }));
    const { db, now } = office.services;
    const values = { schedule: "daily", folderPath: "/mnt/b", recipient: desk.recipient };
    await chief.setting.update({ section: "backup", values, version: 0 });
    for (const kind of ["backup", "test"] as const) {
      const id = (await claimRun(db, kind, now())) ?? "";
      const result = { snapshotId: "x", bytes: 1, uploads: 2, missing: 1, newObjects: 0, sentBytes: 0 };
      await endRun(db, id, { faults: [], result, now: now() });
    }
    expect(await chief.backup.get({})).toMatchObject({
      light: "incomplete",
      message: expect.stringContaining("1 Datei fehlte schon beim Sichern"),
    });
  });
});

describe("a test that cannot be carried out", () => {
  const breaking: [string, (target: BackupTarget) => Partial<BackupTarget>][] = [
    ["no manifest", () => broken("snapshots/", ".ndjson.gz.age", "at once")],
    ["half a manifest", () => broken("snapshots/", ".ndjson.gz.age", "midway")],
    ["half an archive", () => broken("snapshots/", ".tar.gz.age", "midway")],
    ["half an upload", () => broken("objects/", ".age", "midway")],
    [
      "no list of objects",
      (target) => ({
        async *list(folder) {
          if (folder === "objects") throw new Error("Der Server antwortet nicht mehr.");
          yield* target.list(folder);
        },
      }),
    ],
  ];

  function broken(start: string, end: string, when: "at once" | "midway"): Partial<BackupTarget> {
    return {
      async get(name) {
        const isBroken = name.startsWith(start) && name.endsWith(end);
        if (isBroken && when === "at once") throw new Error("Der Server antwortet nicht mehr.");
        const got = await desk.target.get(name);
        if (!got || !isBroken) return got;
        const bytes = await buffer(got);
        return Readable.from(
          (async function* () {
            yield bytes.subarray(0, bytes.length / 2);
            throw new Error("Der Server antwortet nicht mehr.");
          })(),
        );
      },
    };
  }

  it.each(breaking)("as the target gives %s says nothing of the backup", async (_what, change) => {
    await desk.run();
    const target = { ...desk.target, ...change(desk.target) };
    await expect(verified({ target })).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("ließ sich nicht prüfen: Der Server antwortet nicht mehr."),
    });
  });

  it("keeps the fault that was found before", async () => {
    await desk.run();
    const [lost = ""] = objectsOf(desk.folder);
    rmSync(path.join(desk.folder, lost));
    const { faults } = await verified({ target: { ...desk.target, ...broken("objects/", ".age", "midway") } });
    expect(faults).toEqual([expect.stringContaining("fehlt im Ziel"), expect.stringContaining("nicht geprüft")]);
  });

  it("ends the command with its reason, and calls nothing damaged", async () => {
    await desk.run();
    const file = path.join(temporaryFolder("key"), "key.txt");
    writeFileSync(file, desk.identity);
    const { code, printed, noted } = await techcenter(["verify", "--from", "/absent", "--key-file", file], { dataDir });
    expect({ code, printed }).toEqual({ code: 1, printed: "" });
    expect(noted).toContain("Das Ziel ist nicht zu erreichen");
  });

  const disk = mountSmallDisk(1);
  afterAll(() => disk?.remove());
  it.skipIf(!disk)("as the disk is full says that (needs to mount one)", async () => {
    await desk.run();
    disk?.fill();
    const full = verified({ scratch: path.join(disk?.folder ?? "", "in") });
    await expect(full).rejects.toMatchObject({ code: "noSpace" });
  });
});

describe("a database", () => {
  it("that cannot be looked into is not called damaged, and one that is none is", () => {
    const folder = temporaryFolder("no database");
    const text = path.join(folder, "text.sqlite");
    writeFileSync(text, "nothing of a database".repeat(100));
    expect(findDamage(text)).toEqual([expect.stringContaining("not a database")]);
    let thrown: unknown;
    try {
      findDamage(folder);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: expect.stringMatching(/^SQLITE_(CANTOPEN|IOERR)/) });
    expect(isCircumstance(thrown)).toBe(true);
  });
});

describe("an object that is damaged in its right size", () => {
  /** Damages one, and says which. */
  function damage(): string {
    const [object = ""] = objectsOf(desk.folder);
    flipBit(path.join(desk.folder, object));
    return object;
  }

  it("is opened again by the next test, whatever else that opens", async () => {
    await desk.run();
    const object = damage();
    expect(await verified()).toMatchObject({ faults: [expect.any(String)], damaged: [object] });
    expect(await verified({ samples: 0 })).toMatchObject({ opened: 0, damaged: [] });
    expect(await verified({ samples: 0, suspects: new Set([object]) })).toMatchObject({ opened: 1, damaged: [object] });
  });

  it("is sent again by the backup after the test that found it, and once", async () => {
    const to = ["--to", desk.folder, "--recipient", desk.recipient];
    await techcenter(["backup", ...to], { dataDir });
    const object = damage();
    expect((await techcenter(["backup", ...to], { dataDir })).code).toBe(0);
    expect(results().at(-1)).toMatchObject({ newObjects: 0 });
    expect((await techcenter(["backup", "--test", ...to], { dataDir })).code).toBe(1);
    const id = targetId({ kind: "folder", path: desk.folder });
    expect(results().at(-1)).toMatchObject({ found: { [id]: { isDamaged: true, damaged: [object] } } });
    const usb = ["--to", temporaryFolder("usb"), "--recipient", desk.recipient];
    expect((await techcenter(["backup", ...usb], { dataDir })).code).toBe(0);

    expect((await techcenter(["backup", ...to], { dataDir })).code).toBe(0);
    expect(results().at(-1)).toMatchObject({ newObjects: 1 });
    expect((await techcenter(["backup", ...to], { dataDir })).code).toBe(0);
    expect(results().at(-1)).toMatchObject({ newObjects: 0 });
    expect((await techcenter(["backup", "--test", ...to], { dataDir })).code).toBe(0);
    expect(results().at(-1)).toMatchObject({ found: { [id]: { isDamaged: false, damaged: [] } } });
  });

  const results = (): unknown[] => {
    const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
    const rows = sqlite.prepare<unknown[], string>("select result_json from backup_runs order by id").pluck().all();
    sqlite.close();
    return rows.map((row) => JSON.parse(row));
  };

  it("is suspected on where the test did not come to open it", async () => {
    await desk.run();
    const [object = "", other = ""] = objectsOf(desk.folder);
    flipBit(path.join(desk.folder, object));
    const archive = filesIn(path.join(desk.folder, "snapshots")).find((file) => file.endsWith(".tar.gz.age")) ?? "";
    flipBit(path.join(desk.folder, "snapshots", archive));
    expect(await verified({ suspects: new Set([other]) })).toMatchObject({ opened: 0, damaged: [other] });
  });

  describe("is remembered of its target", () => {
    const [disk, usb] = ["d", "b"].map((character) => character.repeat(32)) as [string, string];

    async function aMemory() {
      const { services, advance } = await openOffice();
      const { db, now } = services;
      const run = async (
        kind: "backup" | "test",
        targets: string[],
        told: Partial<NonNullable<BackupRun["result"]>>,
      ) => {
        advance(1000);
        const id = (await claimRun(db, kind, now())) ?? "";
        await noteTargets(db, id, targets);
        const counts = { snapshotId: "x", bytes: 1, uploads: 1, missing: 0, newObjects: 0, sentBytes: 0 };
        const isMissed = Object.keys(told).length === 0;
        const faults = isMissed ? ["Das Ziel ist nicht zu erreichen."] : [];
        await endRun(db, id, { faults, result: isMissed ? null : { ...counts, ...told }, now: now() });
      };
      const finding = (id: string, ...damaged: string[]) => ({ [id]: { isDamaged: damaged.length > 0, damaged } });
      const known = async (id: string) => [
        [...(await listSuspects(services, id))],
        [...(await listUnsent(services, id))],
      ];
      return { run, finding, known };
    }
    const a = ["objects/a"];

    it("over a test that could not be carried out, until a backup has sent it there again", async () => {
      const { run, finding, known } = await aMemory();
      expect(await known(disk)).toEqual([[], []]);
      await run("test", [disk], { found: finding(disk, "objects/a") });
      await run("test", [disk], {});
      expect(await known(disk)).toEqual([a, a]);
      await run("backup", [disk], { sentTo: [disk] });
      expect(await known(disk)).toEqual([a, []]);
      await run("test", [disk], { found: finding(disk) });
      expect(await known(disk)).toEqual([[], []]);
    });

    it("over what becomes of another one, and over a backup without uploads", async () => {
      const { run, finding, known } = await aMemory();
      await run("test", [disk], { found: finding(disk, "objects/a") });
      await run("backup", [usb], { sentTo: [usb] });
      await run("backup", [disk], { sentTo: [] });
      await run("test", [usb], { found: finding(usb) });
      expect(await known(disk)).toEqual([a, a]);
      expect(await known(usb)).toEqual([[], []]);
    });

    it("over a test and a backup that reached the other one of two alone", async () => {
      const { run, finding, known } = await aMemory();
      await run("test", [disk, usb], { found: { ...finding(disk, "objects/a"), ...finding(usb) } });
      await run("test", [disk, usb], { found: finding(usb) });
      await run("backup", [disk, usb], { sentTo: [usb] });
      expect(await known(disk)).toEqual([a, a]);
      await run("backup", [disk, usb], { sentTo: [disk] });
      expect(await known(disk)).toEqual([a, []]);
    });

    it("and of each of them where a former version did not tell which", async () => {
      const { run, known } = await aMemory();
      await run("test", [disk], { damaged: a });
      expect([await known(disk), await known(usb)]).toEqual([
        [a, a],
        [[], []],
      ]);
    });
  });

  it("is removed by the command where that is asked for, so that the next backup sends it", async () => {
    await desk.run();
    const object = damage();
    const file = path.join(temporaryFolder("key"), "key.txt");
    writeFileSync(file, desk.identity);
    const words = ["verify", "--from", desk.folder, "--key-file", file];
    expect(await techcenter(words, { dataDir })).toMatchObject({
      code: 1,
      noted: expect.stringContaining("Mit --repair: entfernt 1 beschädigte Datei"),
    });
    expect(objectsOf(desk.folder)).toContain(object);
    expect(await techcenter([...words, "--repair"], { dataDir })).toMatchObject({ code: 1 });
    expect(objectsOf(desk.folder)).not.toContain(object);
    expect(await desk.run({ now: tuesday })).toMatchObject({ newObjects: 1 });
    expect(await techcenter(words, { dataDir })).toMatchObject({ code: 0 });
  });
});

describe("what is unpacked for a test by hand", () => {
  it("lies on the disk of the data where there is a portal, else in the temporary folder", async () => {
    const beside = await openScratch(dataDir);
    expect(path.dirname(beside.folder)).toBe(dataDir);
    const other = await openScratch(temporaryFolder("nothing"));
    expect(path.dirname(other.folder)).toBe(tmpdir());
    for (const { folder, remove } of [beside, other]) {
      await remove();
      expect(existsSync(folder)).toBe(false);
    }
  });

  it("is removed by the next one where its process was killed, and not while it lives", async () => {
    const living = await openScratch(dataDir);
    const left = path.join(dataDir, "verify-work-killed");
    mkdirSync(left);
    tryLockData(left).end();
    writeFileSync(path.join(left, "secrets.json"), "{}");
    await removeLeftScratch(dataDir, new Date());
    expect([existsSync(left), existsSync(living.folder)]).toEqual([false, true]);
    await living.remove();
  });
});
