import { cpSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { loadHostKey } from "../../../server/backup/host-key.ts";
import { removeOld } from "../../../server/backup/retention.ts";
import { listSnapshots } from "../../../server/backup/snapshots.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import type { BackupTarget } from "../../../server/backup/targets/target.ts";
import { verify } from "../../../server/backup/verify.ts";
import {
  aDataFolder,
  addUpload,
  age,
  deskOwner,
  openBackupDesk,
  removeUpload,
} from "../../support/backups/data-folder.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

/** A target whose n-th step fails, whichever that is; `steps` are those that were taken. */
function failingAt(target: BackupTarget, nth: number) {
  const steps: string[] = [];
  const step = (name: string) => {
    steps.push(name);
    if (steps.length === nth) throw new Error(`step ${nth} fails`);
  };
  const failing: BackupTarget = {
    ...target,
    async put(...args) {
      step("put");
      await target.put(...args);
    },
    async get(name) {
      step("get");
      return target.get(name);
    },
    async *list(prefix) {
      step("list");
      yield* target.list(prefix);
    },
    async remove(name) {
      step("remove");
      await target.remove(name);
    },
  };
  return { failing, steps };
}

const monday = new Date("2026-11-23T02:30:00.000Z");
const tuesday = new Date("2026-11-24T02:30:00.000Z");

it("a target that fails at any one step of a backup keeps its last one, and the next run goes on", async () => {
  const { dataDir } = await aDataFolder({ uploads: 2, bytes: 1000 });
  const first = await openBackupDesk(dataDir);
  await first.run({ now: monday });
  addUpload(dataDir, Buffer.from("new since Monday"));
  const failed: string[] = [];
  for (let nth = 1; ; nth += 1) {
    const folder = temporaryFolder("failing");
    cpSync(first.folder, folder, { recursive: true });
    const target = await openLocalFolder(folder);
    const { failing, steps } = failingAt(target, nth);
    const look = async () =>
      verify({
        target,
        identity: first.identity,
        scratch: path.join(temporaryFolder("scratch"), "in"),
        samples: "all",
      });
    const isDone = await first.run({ target: failing, now: tuesday }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain(`step ${nth} fails`);
        return false;
      },
    );
    if (isDone) break;
    failed.push(steps.at(-1) ?? "");
    const { snapshots } = await listSnapshots(target);
    expect(snapshots.map(({ at }) => at)).toEqual([monday]);
    expect(await look()).toMatchObject({ faults: [], uploads: 2 });
    await first.run({ target, now: tuesday });
    expect(await look()).toMatchObject({ faults: [], uploads: 3, opened: 3 });
  }
  expect(failed.filter((step) => step === "put")).toHaveLength(3);
  expect(new Set(failed)).toEqual(new Set(["list", "get", "put"]));
});

it("a target that fails at any one step of the retention loses nothing that a backup names", async () => {
  const { dataDir, keys } = await aDataFolder({ uploads: 2, bytes: 1000 });
  const desk = await openBackupDesk(dataDir);
  await desk.run({ now: monday });
  removeUpload(dataDir, keys[0]);
  await desk.run({ now: tuesday });
  const { identity } = await loadHostKey(dataDir);
  const retention = { hourly: 0, daily: 1, weekly: 0, monthly: 0 };
  const failed: string[] = [];
  for (let nth = 1; ; nth += 1) {
    const folder = temporaryFolder("failing");
    cpSync(desk.folder, folder, { recursive: true });
    age(folder, 3);
    const target = await openLocalFolder(folder);
    const { failing, steps } = failingAt(target, nth);
    const isDone = await removeOld(failing, {
      retention,
      identity,
      owners: new Set([deskOwner]),
      isMarked: true,
      now: new Date(),
    }).then(
      () => true,
      () => false,
    );
    const { snapshots } = await listSnapshots(target);
    expect(snapshots[0]?.at).toEqual(tuesday);
    for (const { id } of snapshots) {
      const scratch = path.join(temporaryFolder("scratch"), "in");
      expect(await verify({ target, identity, id, scratch, samples: "all" })).toMatchObject({ faults: [] });
    }
    await removeOld(target, { retention, identity, owners: new Set([deskOwner]), isMarked: true, now: new Date() });
    expect(await listSnapshots(target)).toMatchObject({ snapshots: [{ at: tuesday }] });
    if (isDone) break;
    failed.push(steps.at(-1) ?? "");
  }
  expect(new Set(failed)).toEqual(new Set(["list", "get", "remove"]));
});
