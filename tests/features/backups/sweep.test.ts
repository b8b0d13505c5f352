import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import type { BackupRunner } from "../../../server/backup/runner.ts";
import { archiveName, listSnapshots, manifestName } from "../../../server/backup/snapshots.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import { readBackupState } from "../../../server/features/backups/queries.ts";
import { aDataFolder, filesIn, openBackupDesk } from "../../support/backups/data-folder.ts";
import { openPlanned, planBackups } from "../../support/backups/planned-portal.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { credentials, openWebdavServer } from "../../support/servers/webdav-server.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const newestAlone = { keepDaily: 1, keepWeekly: 0, keepMonthly: 0 };
const idsIn = async (folder: string) =>
  (await listSnapshots(await openLocalFolder(folder))).snapshots.map(({ id }) => id);

/** A portal that makes a backup each night, and its runs; `plan` changes its settings. */
async function aPlannedPortal(target: Record<string, unknown>) {
  const { dataDir } = await aDataFolder({ uploads: 1, bytes: 100 });
  const identity = await createIdentity();
  const recipient = await recipientOf(identity);
  const plan = (values: Record<string, unknown>) =>
    planBackups(dataDir, { schedule: "daily", at: "02:30", recipient, ...target, ...values });
  plan(newestAlone);
  const planned = await openPlanned(dataDir, "2026-11-21T01:30:00.000Z");
  onTestFinished(planned.portal.close);
  const runner: BackupRunner = {
    store: "folder",
    start: () => undefined,
    end: () => undefined,
    stop: async () => undefined,
  };
  return { ...planned, plan, dataDir, identity, state: () => readBackupState({ ...planned.portal, backups: runner }) };
}

describe("a target where nothing can be removed", () => {
  it("has its backup, which says so until the next run has swept it", async () => {
    const { folder, port, disturb, close } = await openWebdavServer(temporaryFolder("webdav"));
    onTestFinished(close);
    const { user, password } = credentials;
    const webdavUrl = `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/`;
    const { run, advance, state } = await aPlannedPortal({ target: "webdav", webdavUrl });
    await run();
    disturb({ operation: "DELETE", how: 403, times: Number.POSITIVE_INFINITY });
    advance(24 * hourMs);
    const note = expect.stringMatching(/^Alte Backups lassen sich nicht entfernen: Die Rechte fehlen/);
    expect(await run()).toMatchObject({ notes: [note] });
    expect(await idsIn(folder)).toHaveLength(2);
    expect(await state()).toMatchObject({
      light: "noted",
      message: expect.stringMatching(/gelungen\. Alte Backups lassen sich nicht entfernen/),
      lastBackup: { state: "done", faults: [], result: { notes: [note] } },
      nextAt: new Date("2026-11-23T01:30:00.000Z"),
    });
    disturb(undefined);
    advance(24 * hourMs);
    expect(await run()).toMatchObject({ notes: [] });
    expect(await idsIn(folder)).toHaveLength(1);
    expect((await state()).light).toBe("ok");
  });
});

describe("a target with snapshots that cannot be read", () => {
  it("says that nothing old is removed there, and what to do, until they are gone", async () => {
    const folder = temporaryFolder("target");
    const { run, advance, state, dataDir, portal } = await aPlannedPortal({ folderPath: folder });
    await run();
    // What a portal that is lost has made there, with a key of its own.
    const stranger = await openBackupDesk((await aDataFolder({ uploads: 1 })).dataDir, folder);
    const { id } = await stranger.run({ now: new Date("2026-11-20T02:30:00.000Z") });
    advance(24 * hourMs);
    const note = expect.stringMatching(
      /^1 Backup in diesem Ziel ist nicht zu lesen: mit einem anderen Schlüssel .* keine alte Datei .* „techcenter list“/,
    );
    expect(await run()).toMatchObject({ notes: [note] });
    expect(await idsIn(folder)).toHaveLength(2);
    expect(await state()).toMatchObject({ light: "noted", lastBackup: { state: "done", result: { notes: [note] } } });
    const sweepAgain = () => portal.db.updateTable("backupTargets").set({ sweptAt: null }).execute();
    await sweepAgain();
    const atHost = await techcenter(["backup"], { dataDir });
    expect(atHost).toMatchObject({
      code: 0,
      noted: expect.stringContaining("1 Backup in diesem Ziel ist nicht zu lesen"),
    });
    await sweepAgain();
    for (const name of [manifestName(id), archiveName(id)]) rmSync(path.join(folder, name));
    // The one made at the host is dated by its clock, which is ahead of this portal's.
    expect(await run()).toMatchObject({ notes: [expect.not.stringContaining("nicht zu lesen")] });
  });
});

describe("backups that are dated in the future", () => {
  /** Two of them, made by a clock that was ahead, between those of two nights. */
  async function aFuture() {
    const folder = temporaryFolder("target");
    const planned = await aPlannedPortal({ folderPath: folder });
    const century = 100 * 365 * 24 * hourMs;
    planned.plan({ keepDaily: 7 });
    await planned.run();
    planned.advance(century);
    await planned.run();
    planned.advance(24 * hourMs);
    await planned.run();
    planned.advance(-century);
    planned.plan(newestAlone);
    const done = await planned.run();
    if (!("backup" in done)) throw new Error("no backup was made");
    return { ...planned, folder, done, future: (await idsIn(folder)).filter((id) => !id.startsWith("2026")) };
  }

  it("take the place of none that is not, and the run and the light tell of them", async () => {
    const { folder, done, future, state, run } = await aFuture();
    expect(future).toHaveLength(2);
    expect(await idsIn(folder)).toEqual([...future, done.backup.id]);
    const note = `Im Ziel liegen 2 Backups mit einem Datum in der Zukunft (das neueste ist ${future[0]}): Die Uhr dieses Rechners ging vor, oder sie geht jetzt nach. Geht sie richtig, lösche diese Backups im Ordner „snapshots“ des Ziels.`;
    expect(done.notes).toEqual([note]);
    expect(await state()).toMatchObject({ light: "noted", message: expect.stringContaining(note) });
    const test = await run("test");
    expect(test).toMatchObject({ test: { id: done.backup.id, faults: [] } });
  });

  it("are restored by their name alone", async () => {
    const { folder, done, future, identity } = await aFuture();
    const dataDir = temporaryFolder("new host");
    const restore = (words: string[]) =>
      techcenter(["restore", "--from", folder, ...words], { dataDir, answers: [identity] });
    const refused = await restore([]);
    expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining("einem Datum in der Zukunft") });
    for (const id of [future[0], done.backup.id]) expect(refused.noted).toContain(id);
    expect(await restore(["--snapshot", done.backup.id])).toMatchObject({ code: 0 });
  });
});

const disk = mountSmallDisk(12);
afterAll(() => disk?.remove());

describe.skipIf(!disk)("a target that is full (needs to mount a disk)", () => {
  /** Backups of three nights, after which the disk is full. */
  async function aFullTarget() {
    const folder = path.join(disk?.folder ?? "", "target");
    mkdirSync(folder);
    onTestFinished(() => {
      disk?.clear();
      rmSync(folder, { recursive: true });
    });
    const planned = await aPlannedPortal({ folderPath: folder });
    planned.plan({ keepDaily: 7 });
    for (let night = 0; night < 3; night += 1) {
      await planned.run();
      planned.advance(24 * hourMs);
    }
    disk?.fill();
    return { ...planned, folder, ids: await idsIn(folder) };
  }

  it("gets its backup once what retention lets go has left", async () => {
    const { run, plan, folder, ids } = await aFullTarget();
    plan(newestAlone);
    const done = await run();
    if (!("backup" in done)) throw new Error("no backup was made");
    expect(await idsIn(folder)).toEqual([done.backup.id, ids[0]]);
  });

  it("keeps what retention keeps, and the run fails", async () => {
    const { run, folder, ids, state } = await aFullTarget();
    await expect(run()).rejects.toMatchObject({ code: "noSpace" });
    expect(await idsIn(folder)).toEqual(ids);
    expect(filesIn(folder).filter((file) => file.endsWith(".tar.gz.age"))).toHaveLength(3);
    expect((await state()).lastBackup?.state).toBe("failed");
  });
});
