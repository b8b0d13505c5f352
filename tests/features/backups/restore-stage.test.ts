import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RestoreProgress } from "../../../contract/backups/restore.ts";
import { BackupProblem } from "../../../server/backup/backup-problem.ts";
import { finishRestore, type RestoreOrder, stageRestore } from "../../../server/backup/restore.ts";
import { removeAbandonedStage } from "../../../server/backup/restore-stage.ts";
import type { BackupTarget } from "../../../server/backup/targets/target.ts";
import { readContents } from "../../../server/db/copy-database.ts";
import {
  aDataFolder,
  type BackupDesk,
  filesIn,
  openBackupDesk,
  uploadFile,
} from "../../support/backups/data-folder.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const migrations = readdirSync(path.resolve(import.meta.dirname, "../../../migrations")).map((file) =>
  file.replace(/\.ts$/, ""),
);
const now = new Date("2026-11-23T04:00:00.000Z");

let desk: BackupDesk;
let saved: string;
let keys: string[];
beforeEach(async () => {
  ({ dataDir: saved, keys } = await aDataFolder());
  desk = await openBackupDesk(saved);
  await desk.run();
});

const stage = (dataDir: string, change: Partial<RestoreOrder> = {}) =>
  stageRestore({ dataDir, target: desk.target, identity: desk.identity, now, migrations, ...change });

/** A target that counts the objects it hands out, and breaks down at one of them. */
function breakingAt(nth: number) {
  const fetched: string[] = [];
  const target: BackupTarget = {
    ...desk.target,
    async get(name) {
      if (name.startsWith("objects/") && fetched.push(name) === nth)
        throw new Error("Der Server antwortet nicht mehr.");
      return desk.target.get(name);
    },
  };
  return { target, fetched };
}

describe("a restore that broke off", () => {
  it("goes on with what it had, compares that, and fetches only the rest", async () => {
    const dataDir = temporaryFolder("restored");
    await expect(stage(dataDir, { target: breakingAt(3).target })).rejects.toMatchObject({ code: "unreachable" });
    // Of a portal nothing lies around but the uploads.
    const left = filesIn(path.join(dataDir, "restore")).filter((file) => !file.startsWith("uploads"));
    expect(left).toEqual(["stage.json"]);
    const [one = "", other = ""] = filesIn(path.join(dataDir, "restore/uploads"));
    truncateSync(path.join(dataDir, "restore/uploads", other), 100);

    const { target, fetched } = breakingAt(0);
    let isResumed = false;
    const progress: RestoreProgress[] = [];
    const onResume = () => {
      isResumed = true;
    };
    expect(await stage(dataDir, { target, onResume, onProgress: (next) => progress.push(next) })).toMatchObject({
      uploads: 3,
    });
    expect({ isResumed, fetched: fetched.length }).toEqual({ isResumed: true, fetched: 2 });
    expect(progress.at(-1)).toEqual({ phase: "uploads", done: 3, total: 3, bytes: 120_000, totalBytes: 120_000 });
    await finishRestore({ dataDir });
    expect(existsSync(path.join(dataDir, "uploads", one))).toBe(true);
    for (const key of keys)
      expect(readFileSync(uploadFile(dataDir, key))).toEqual(readFileSync(uploadFile(saved, key)));
    expect(existsSync(path.join(dataDir, "restore"))).toBe(false);
  });

  it("begins anew for another backup", async () => {
    const dataDir = temporaryFolder("restored");
    await expect(stage(dataDir, { target: breakingAt(3).target })).rejects.toThrow();
    await desk.run({ now: new Date("2026-11-24T02:30:00.000Z") });
    const { target, fetched } = breakingAt(0);
    await stage(dataDir, { target, now: new Date("2026-11-24T04:00:00.000Z") });
    expect(fetched).toHaveLength(3);
  });

  it("leaves nothing where nothing was fetched", async () => {
    const dataDir = temporaryFolder("restored");
    await expect(stage(dataDir, { target: breakingAt(1).target, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(filesIn(dataDir)).toEqual([]);
  });

  it("is forgotten by a start a day later, and unless it can go on", async () => {
    const dataDir = temporaryFolder("restored");
    await expect(stage(dataDir, { target: breakingAt(3).target })).rejects.toThrow();
    const folder = path.join(dataDir, "restore");
    // As one leaves it that was killed.
    cpSync(path.join(saved, "secrets.json"), path.join(folder, "secrets.json"));
    await removeAbandonedStage(dataDir, new Date());
    expect(filesIn(folder)).toHaveLength(3);
    expect(existsSync(path.join(folder, "secrets.json"))).toBe(false);
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(path.join(folder, "stage.json"), yesterday, yesterday);
    await removeAbandonedStage(dataDir, new Date());
    expect(existsSync(folder)).toBe(false);
    mkdirSync(path.join(folder, "uploads"), { recursive: true });
    await removeAbandonedStage(dataDir, new Date());
    expect(existsSync(folder)).toBe(false);
  });
});

describe("putting a backup in place", () => {
  const { rename, rm, writeFile, mkdir } = fs;
  afterEach(() => {
    Object.assign(fs, { rename, rm, writeFile, mkdir });
    syncBuiltinESMExports();
  });

  /** Lets the nth step at the file system be the one that this process no longer takes. */
  function cutAt(nth: number) {
    let steps = 0;
    const cut =
      <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        steps += 1;
        if (steps >= nth) throw new Error("cut");
        return step(...args);
      };
    Object.assign(fs, { rename: cut(rename), rm: cut(rm), writeFile: cut(writeFile), mkdir: cut(mkdir) });
    syncBuiltinESMExports();
  }
  function goOn() {
    Object.assign(fs, { rename, rm, writeFile, mkdir });
    syncBuiltinESMExports();
  }

  it("cut at any step is finished by the next start, with nothing lost of either portal", async () => {
    const { dataDir: staged, keys: former } = await aDataFolder({ uploads: 1 });
    await stage(staged, { force: true });
    let cuts = 0;
    for (let isDone = false; !isDone; ) {
      const dataDir = temporaryFolder("cut");
      cpSync(staged, dataDir, { recursive: true });
      cutAt(cuts + 1);
      isDone = await finishRestore({ dataDir }).then(
        () => true,
        () => false,
      );
      goOn();
      if (!isDone) {
        cuts += 1;
        await finishRestore({ dataDir });
        await removeAbandonedStage(dataDir, new Date());
      }
      const aside = path.join(dataDir, "before-restore-20261123T040000Z");
      expect(readContents(path.join(dataDir, "techcenter.sqlite")).counts.files).toBe(3);
      expect(readContents(path.join(aside, "techcenter.sqlite")).counts.files).toBe(1);
      for (const key of keys) expect(existsSync(uploadFile(dataDir, key))).toBe(true);
      expect(existsSync(uploadFile(aside, former[0] ?? ""))).toBe(true);
      for (const folder of [aside, dataDir]) expect(existsSync(path.join(folder, "secrets.json"))).toBe(true);
      expect(existsSync(path.join(dataDir, "restore"))).toBe(false);
    }
    expect(cuts).toBeGreaterThan(12);
  });

  it("is finished by the command that is typed again, also where the target is gone", async () => {
    const { dataDir } = await aDataFolder({ uploads: 1 });
    const { id } = await stage(dataDir, { force: true });
    // Five parts went aside, and one has come.
    cutAt(9);
    await expect(finishRestore({ dataDir })).rejects.toThrow("cut");
    goOn();
    expect(existsSync(path.join(dataDir, "restore/moved"))).toBe(true);
    await expect(stage(dataDir, { force: true })).rejects.toThrow(/wartet schon ein geprüftes Backup/);

    const again = await techcenter(["restore", "--from", "/absent"], { dataDir });
    expect(again).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`${id} ist zurückgespielt`),
      noted: expect.stringContaining("before-restore-"),
    });
    expect(readContents(path.join(dataDir, "techcenter.sqlite")).counts.files).toBe(3);
    for (const key of keys) expect(existsSync(uploadFile(dataDir, key))).toBe(true);
    // There is a portal now, and none that waits.
    expect((await techcenter(["restore", "--from", desk.folder], { dataDir })).noted).toContain("--force");
  });
});

const disk = mountSmallDisk(1);
disk?.remove();

describe("a part of the data on a disk of its own", () => {
  it("is refused before anything is fetched where the stage would lie elsewhere", async () => {
    const dataDir = temporaryFolder("restored");
    symlinkSync("/dev/shm", path.join(dataDir, "restore"));
    await expect(stage(dataDir)).rejects.toThrow(/restore in .* ist ein eigener Datenträger/);
  });

  const mounts = [
    ["another disk", (folder: string) => ["-t", "tmpfs", "tmpfs", folder]],
    ["the same disk", (folder: string) => ["--bind", temporaryFolder("volume"), folder]],
  ] as const;
  it.skipIf(!disk).each(mounts)("is refused where uploads is mounted from %s (needs to mount)", async (_from, args) => {
    const { dataDir } = await aDataFolder({ uploads: 0 });
    const folder = path.join(dataDir, "uploads");
    mkdirSync(folder, { recursive: true });
    expect(spawnSync("mount", args(folder)).status).toBe(0);
    try {
      const before = filesIn(dataDir);
      const refused = stage(dataDir, { force: true });
      await expect(refused).rejects.toThrow(/uploads in .* ist ein eigener Datenträger/);
      await expect(refused).rejects.toBeInstanceOf(BackupProblem);
      expect(filesIn(dataDir)).toEqual(before);
    } finally {
      spawnSync("umount", ["-l", folder]);
    }
  });
});
