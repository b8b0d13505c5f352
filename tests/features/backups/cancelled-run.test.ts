import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { workFolderOf, workRootOf } from "../../../server/backup/work-folder.ts";
import { cancelRun, claimRun } from "../../../server/features/backups/claims.ts";
import { runClaimed } from "../../../server/features/backups/run.ts";
import { aDataFolder, openBackupDesk } from "../../support/backups/data-folder.ts";
import { openMuteServer } from "../../support/backups/mute-server.ts";
import { openPlanned, planBackups } from "../../support/backups/planned-portal.ts";

const waiting = { timeout: 30_000 };

/** A run that waits for its target. */
async function aWaitingRun() {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const { webdavUrl, asked } = await openMuteServer();
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
  const ended = runClaimed(portal, { id, kind: "backup", signal: new AbortController().signal }).then(
    () => "",
    (error: Error) => error.message,
  );
  await vi.waitUntil(() => asked.length > 0, waiting);
  return { dataDir, db, now, id, ended, leave };
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

it("removes its own copies alone when it ends", async () => {
  const { dataDir, db, now, id, ended, leave } = await aWaitingRun();
  leave("the next run");
  await cancelRun(db, id, now());
  await ended;
  expect(existsSync(workFolderOf(dataDir, id))).toBe(false);
  expect(existsSync(workFolderOf(dataDir, "the next run"))).toBe(true);
});
