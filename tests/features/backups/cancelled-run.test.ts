import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { minuteMs } from "../../../contract/time/durations.ts";
import { workFolderOf, workRootOf } from "../../../server/backup/work-folder.ts";
import { cancelRun, claimRun, removeLeftWork } from "../../../server/features/backups/claims.ts";
import { runClaimed } from "../../../server/features/backups/run.ts";
import { aDataFolder, openBackupDesk } from "../../support/backups/data-folder.ts";
import { openMuteServer } from "../../support/backups/mute-server.ts";
import { openPlanned, planBackups } from "../../support/backups/planned-portal.ts";
import { until } from "../../support/until.ts";

const waiting = { timeout: 30_000 };

/** A run that waits for its target. */
async function aWaitingRun() {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const { webdavUrl, asked, givenUp } = await openMuteServer();
  planBackups(dataDir, { target: "webdav", webdavUrl, recipient: (await openBackupDesk(dataDir)).recipient });
  const { portal } = await openPlanned(dataDir, "2026-11-21T02:30:00.000Z");
  onTestFinished(portal.close);
  const { db, now } = portal;
  const id = (await claimRun(db, "backup", now())) ?? "";
  const leave = (run: string) => {
    mkdirSync(workFolderOf(dataDir, run), { recursive: true });
    writeFileSync(path.join(workFolderOf(dataDir, run), "secrets.json"), "{}");
  };
  leave("a run that was killed");
  const stop = new AbortController();
  const ended = runClaimed(portal, { id, kind: "backup", signal: stop.signal }).then(
    () => "",
    (error: Error) => error.message,
  );
  await vi.waitUntil(() => asked.length > 0, waiting);
  return { dataDir, db, now, id, ended, leave, stop, asked, givenUp };
}

it("keeps its claim until it has ended, says who ended it, and leaves nothing behind", async () => {
  const { dataDir, db, now, id, ended } = await aWaitingRun();
  expect(existsSync(workFolderOf(dataDir, "a run that was killed"))).toBe(false);
  expect(existsSync(workFolderOf(dataDir, id))).toBe(true);
  expect(await cancelRun(db, id, now())).toBe(true);
  expect(await cancelRun(db, id, now())).toBe(false);
  expect(await claimRun(db, "backup", now())).toBeUndefined();
  expect(await ended).toContain("Ein Admin hat den Lauf abgebrochen");
  const row = await db.selectFrom("backupRuns").select(["state", "faultsJson"]).where("id", "=", id).executeTakeFirst();
  expect(row).toMatchObject({ state: "failed", faultsJson: expect.stringContaining("Ein Admin") });
  expect(existsSync(workRootOf(dataDir))).toBe(false);
  expect(await claimRun(db, "backup", now())).toBeDefined();
});

it("gives up what it waits for, and does not stay until its target answers or is taken for dead", async () => {
  const { ended, stop, asked, givenUp } = await aWaitingRun();
  stop.abort();
  await ended;
  await until(() => expect(givenUp).toEqual(asked));
});

it("that its process is told to end removes its copies though it waits for its target", async () => {
  const { dataDir, db, ended, stop } = await aWaitingRun();
  stop.abort();
  expect(await ended).toContain("Der Lauf wurde abgebrochen");
  expect(existsSync(workRootOf(dataDir))).toBe(false);
  expect(await db.selectFrom("backupRuns").select("state").execute()).toEqual([{ state: "failed" }]);
});

it("and was killed has its copies removed by the next start of a portal, once its claim has run out", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const { portal, advance } = await openPlanned(dataDir, "2026-11-21T02:30:00.000Z");
  onTestFinished(portal.close);
  const id = (await claimRun(portal.db, "test", portal.now())) ?? "";
  for (const run of [id, "one before"]) mkdirSync(workFolderOf(dataDir, run), { recursive: true });
  await removeLeftWork(portal.db, dataDir, portal.now());
  expect(readdirSync(workRootOf(dataDir))).toEqual([id]);
  advance(3 * minuteMs);
  await removeLeftWork(portal.db, dataDir, portal.now());
  expect(existsSync(workRootOf(dataDir))).toBe(false);
});

it("removes its own copies alone when it ends", async () => {
  const { dataDir, db, now, id, ended, leave } = await aWaitingRun();
  leave("the next run");
  await cancelRun(db, id, now());
  await ended;
  expect(existsSync(workFolderOf(dataDir, id))).toBe(false);
  expect(existsSync(workFolderOf(dataDir, "the next run"))).toBe(true);
});
