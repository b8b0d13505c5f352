import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { openPortalData } from "../../../server/cli/portal-data.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { claimRun } from "../../../server/features/backups/claims.ts";
import { keepLease } from "../../../server/features/backups/lease.ts";
import { aDataFolder } from "../../support/backups/data-folder.ts";

it("a run begins once its claim was renewed", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const portal = await openPortalData({ variables: { DATA_DIR: dataDir } });
  onTestFinished(portal.close);
  const id = (await claimRun(portal.db, "backup", new Date("2026-11-20T09:00:00.000Z"))) ?? "";
  const claimOf = () =>
    portal.db.selectFrom("backupRuns").select("claimedUntil").where("id", "=", id).executeTakeFirst();
  const before = await claimOf();
  const lease = keepLease(portal.env, id);
  onTestFinished(lease.end);
  await lease.begun;
  expect(await claimOf()).not.toEqual(before);
});

it("a claim is renewed while the thread that works is blocked", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const portal = await openPortalData({ variables: { DATA_DIR: dataDir } });
  onTestFinished(portal.close);
  const id = (await claimRun(portal.db, "backup", new Date("2026-11-20T09:00:00.000Z"))) ?? "";
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true });
  onTestFinished(() => void sqlite.close());
  const claim = sqlite.prepare("select claimed_until from backup_runs where id = ?").pluck();
  const before = claim.get(id);
  const lease = keepLease(portal.env, id);
  onTestFinished(lease.end);
  // Nothing else of this thread runs until the other one has written.
  const giveUp = Date.now() + 30_000;
  while (claim.get(id) === before && Date.now() < giveUp);
  expect(claim.get(id)).not.toBe(before);
});
