import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { loadOwner } from "../../../server/backup/owner.ts";
import { targetId } from "../../../server/backup/settings-targets.ts";
import { listSnapshots } from "../../../server/backup/snapshots.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import { findRefusals } from "../../../server/features/backups/known-targets.ts";
import { readSettings } from "../../../server/settings/read-settings.ts";
import { aDataFolder, filesIn, openBackupDesk } from "../../support/backups/data-folder.ts";
import { openPlanned, planBackups } from "../../support/backups/planned-portal.ts";
import { techcenter } from "../../support/cli/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const noSnapshots = { keepDaily: 0, keepWeekly: 0, keepMonthly: 0 };
/** The id by which a refused run says that a target may be taken over. */
const refusalIn = (noted: string) => /--take-over ([0-9a-f]{16})/.exec(noted)?.[1] ?? "";
/** Confirms at the host what a run was refused. */
async function takeOver(dataDir: string) {
  const { noted } = await techcenter(["backup"], { dataDir });
  return techcenter(["backup", "--take-over", refusalIn(noted)], { dataDir });
}
const ownerOf = (dataDir: string): string =>
  JSON.parse(readFileSync(path.join(dataDir, "backup-owner.json"), "utf8")).portal;
const ownerIn = (folder: string): string =>
  JSON.parse(readFileSync(path.join(folder, "snapshots/owner.json"), "utf8")).portal;

const idsIn = async (folder: string) =>
  (await listSnapshots(await openLocalFolder(folder))).snapshots.map(({ id }) => id);

async function aPlannedPortal(values: Record<string, unknown> = {}) {
  const { dataDir } = await aDataFolder({ uploads: 1, bytes: 100 });
  const identity = await createIdentity();
  const folder = temporaryFolder("target");
  const settings = { schedule: "daily", recipient: await recipientOf(identity), folderPath: folder, ...values };
  planBackups(dataDir, settings);
  return { dataDir, identity, folder, settings };
}

describe("retention", () => {
  it("thins a target about once a day, with a run every hour as well", async () => {
    const { dataDir, folder } = await aPlannedPortal({ schedule: "hourly", ...noSnapshots });
    const { run, advance, portal } = await openPlanned(dataDir, "2026-11-21T00:05:00.000Z");
    onTestFinished(portal.close);
    for (let hour = 0; hour < 48; hour += 1) {
      await run();
      advance(hourMs);
    }
    // Swept after 20 and 40 hours, of which the last 24 stayed, and seven more since.
    expect(await idsIn(folder)).toHaveLength(24 + 7);
  });

  it("is not put off by a run by hand beside that of each night", async () => {
    const { dataDir, folder } = await aPlannedPortal({ ...noSnapshots, keepDaily: 1 });
    const { run, advance, portal } = await openPlanned(dataDir, "2026-11-21T02:30:00.000Z");
    onTestFinished(portal.close);
    for (let half = 0; half < 5; half += 1) {
      await run();
      advance(12 * hourMs);
    }
    expect(await idsIn(folder)).toHaveLength(1);
  });

  it("is applied to each of two targets by what is known of that one", async () => {
    const second = temporaryFolder("second");
    const { dataDir, folder, settings } = await aPlannedPortal({ ...noSnapshots, keepDaily: 1 });
    const { run, advance, portal } = await openPlanned(dataDir, "2026-11-21T02:30:00.000Z");
    onTestFinished(portal.close);
    await run();
    planBackups(dataDir, { ...settings, secondFolder: second });
    for (let half = 0; half < 2; half += 1) {
      advance(11 * hourMs);
      await run();
    }
    expect([await idsIn(folder), await idsIn(second)].map(({ length }) => length)).toEqual([1, 2]);
  });
});

describe("a target of another portal", () => {
  /** A portal with a backup, and another one that was restored from it elsewhere. */
  async function aClone() {
    const original = await aPlannedPortal({ ...noSnapshots, keepDaily: 1 });
    expect(await techcenter(["backup"], original)).toMatchObject({ code: 0 });
    const dataDir = path.join(temporaryFolder("clone"), "data");
    const { identity: answer, folder } = original;
    const restored = await techcenter(["restore", "--from", folder], { dataDir, answers: [answer] });
    expect(restored).toMatchObject({ code: 0 });
    return { original, dataDir, folder };
  }

  it("is refused to a portal that was restored from its backup, whose schedule came along", async () => {
    const { original, dataDir, folder } = await aClone();
    const before = filesIn(folder);
    const refused = await techcenter(["backup"], { dataDir });
    expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining("die Backups eines anderen Portals") });
    expect(refused.noted).toContain("„Dieses Ziel übernehmen“");
    expect(filesIn(folder)).toEqual(before);
    expect(await techcenter(["backup"], original)).toMatchObject({ code: 0 });
  });

  it("keeps what the other one has made there where a person names it", async () => {
    const { dataDir, folder } = await aClone();
    const [first] = await idsIn(folder);
    expect(await techcenter(["backup", "--to", folder], { dataDir })).toMatchObject({ code: 0 });
    const ids = await idsIn(folder);
    expect(ids).toHaveLength(2);
    expect(ids).toContain(first);
  });

  it("is thinned by whoever has taken it over, and refused to the one before", async () => {
    const { original, dataDir, folder } = await aClone();
    expect(await takeOver(dataDir)).toMatchObject({ code: 0 });
    expect(await idsIn(folder)).toHaveLength(1);
    expect((await techcenter(["backup"], original)).noted).toContain("eines anderen Portals");
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({ code: 0 });
  });

  it("is not taken over by a confirmation of another refusal: of another owner, or of another target", async () => {
    const { original, dataDir, folder } = await aClone();
    const refused = refusalIn((await techcenter(["backup"], { dataDir })).noted);
    const mark = path.join(folder, "snapshots/owner.json");
    writeFileSync(mark, JSON.stringify({ portal: "a third portal", former: [ownerOf(original.dataDir)] }));
    const outdated = await techcenter(["backup", "--take-over", refused], { dataDir });
    expect(outdated).toMatchObject({ code: 1, noted: expect.stringContaining("(a third portal)") });
    expect(refusalIn(outdated.noted)).not.toBe(refused);
    expect(ownerIn(folder)).toBe("a third portal");

    const second = temporaryFolder("second");
    planBackups(original.dataDir, { ...original.settings, folderPath: second });
    await techcenter(["backup"], original);
    planBackups(dataDir, { ...original.settings, secondFolder: second });
    const other = await techcenter(["backup", "--take-over", refusalIn(outdated.noted)], { dataDir });
    expect(other).toMatchObject({ code: 1, noted: expect.stringContaining(`${second}: In diesem Ziel`) });
    expect([ownerIn(folder), ownerIn(second)]).toEqual([ownerOf(dataDir), ownerOf(original.dataDir)]);
  });

  it("is taken over by a confirmation of what an earlier version kept, which knew no owner", async () => {
    const { dataDir, folder } = await aClone();
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({ code: 1 });
    const { portal } = await openPlanned(dataDir, "2026-11-22T02:30:00.000Z");
    await portal.db.updateTable("backupTargets").set({ refusedOwner: null }).execute();
    const [refusal] = await findRefusals(portal.db, await readSettings(portal.db, "backup"));
    await portal.close();
    expect(await techcenter(["backup", "--take-over", refusal?.id ?? ""], { dataDir })).toMatchObject({ code: 0 });
    expect(ownerIn(folder)).toBe(ownerOf(dataDir));
  });

  it("stands in the audit log once it is taken over, with who confirmed that and whose it was", async () => {
    const { original, dataDir, folder } = await aClone();
    const { run, portal } = await openPlanned(dataDir, "2026-11-22T02:30:00.000Z");
    onTestFinished(portal.close);
    const { id: byId } = await portal.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    const refusal = await run().then(
      () => "",
      (error: Error) => refusalIn(error.message),
    );
    const entries = () =>
      portal.db
        .selectFrom("changes")
        .select(["actorId", "subjectId", "afterJson"])
        .where("kind", "=", "backupTarget.taken-over")
        .execute();
    expect(await entries()).toEqual([]);
    await run("backup", { refusal, byId });
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ actorId: byId, subjectId: targetId({ kind: "folder", path: folder }) });
    expect(JSON.parse(entry?.afterJson ?? "")).toEqual({
      name: folder,
      formerOwner: ownerOf(original.dataDir),
      reason: "foreign",
    });
    await run("backup", { refusal, byId });
    expect(await entries()).toHaveLength(1);
  });

  it("has its snapshots left alone by a test, which looks at the own ones", async () => {
    const { original, dataDir, folder } = await aClone();
    const [own] = await idsIn(folder);
    await techcenter(["backup", "--to", folder], { dataDir });
    expect((await techcenter(["backup", "--test"], original)).printed).toContain(`${own} lässt sich zurückspielen`);
  });
});

describe("a disk that several portals share", () => {
  /** Two portals with a backup each, of which the second one's is the newer. */
  async function aSharedDisk() {
    const disk = temporaryFolder("disk");
    const backUpAt = async (now: Date) => {
      const { dataDir } = await aDataFolder({ uploads: 1, bytes: 100 });
      const { identity, run } = await openBackupDesk(dataDir, disk);
      return { dataDir, identity, id: (await run({ owner: loadOwner(dataDir), now })).id };
    };
    const first = await backUpAt(new Date("2026-11-21T02:00:00.000Z"));
    const second = await backUpAt(new Date("2026-11-21T03:00:00.000Z"));
    return { disk, first, second };
  }

  it("gives each of them its own, and tells whose the others are", async () => {
    const { disk, first, second } = await aSharedDisk();
    const [older, newer] = [first.id, second.id];
    expect((await techcenter(["verify", "--from", disk], first)).printed).toContain(
      `${older} lässt sich zurückspielen`,
    );
    const dataDir = temporaryFolder("new host");
    const restored = await techcenter(["restore", "--from", disk], { dataDir, answers: [first.identity] });
    expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining(`${older} ist zurückgespielt`) });
    const lines = (await techcenter(["list", "--from", disk], first)).printed.split("\n");
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${newer} .* anderer Schlüssel$`)),
      expect.stringMatching(new RegExp(`^${older} (?!.*Schlüssel)`)),
    ]);
  });

  it("has nobody take the backup of a clone for that of the original, which the same key opens", async () => {
    const { disk, first } = await aSharedDisk();
    const dataDir = path.join(temporaryFolder("clone"), "data");
    await techcenter(["restore", "--from", disk], { dataDir, answers: [first.identity] });
    const recipient = await recipientOf(first.identity);
    await techcenter(["backup", "--to", disk, "--recipient", recipient], { dataDir });
    const [ofClone = ""] = await idsIn(disk);
    expect((await techcenter(["verify", "--from", disk], first)).printed).toContain(`${first.id} lässt sich`);
    expect((await techcenter(["verify", "--from", disk], { dataDir })).printed).toContain(`${ofClone} lässt sich`);

    const elsewhere = { dataDir: temporaryFolder("third"), answers: [first.identity] };
    const refused = await techcenter(["restore", "--from", disk], elsewhere);
    expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining("Backups mehrerer Portale") });
    for (const id of [ofClone, first.id]) expect(refused.noted).toContain(id);
    expect(filesIn(elsewhere.dataDir)).not.toContain("techcenter.sqlite");
    expect(await techcenter(["restore", "--from", disk, "--snapshot", first.id], elsewhere)).toMatchObject({ code: 0 });
  });

  it("has none for a key that opens none", async () => {
    const { disk } = await aSharedDisk();
    const answers = [await createIdentity()];
    const refused = await techcenter(["restore", "--from", disk], { dataDir: temporaryFolder("new host"), answers });
    expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining("öffnet kein Backup in") });
  });
});

describe("a folder that had the portal's mark", () => {
  it("is refused while it is empty, as the place of a disk that is not mounted, and taken as it was once it is back", async () => {
    const { dataDir, folder } = await aPlannedPortal();
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({ code: 0 });
    renameSync(folder, `${folder}-unmounted`);
    mkdirSync(folder);
    const refused = await techcenter(["backup"], { dataDir });
    expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining("Hänge die Platte ein") });
    expect(filesIn(folder)).toEqual([]);
    renameSync(`${folder}-unmounted`, folder);
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({ code: 0 });
  });

  it("begins anew where somebody says that it is empty on purpose", async () => {
    const { dataDir, folder } = await aPlannedPortal();
    await techcenter(["backup"], { dataDir });
    renameSync(folder, temporaryFolder("gone"));
    mkdirSync(folder);
    expect(await takeOver(dataDir)).toMatchObject({ code: 0 });
    expect(await techcenter(["backup"], { dataDir })).toMatchObject({ code: 0 });
    expect(existsSync(path.join(folder, "snapshots/owner.json"))).toBe(true);
  });
});
