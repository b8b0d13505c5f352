import { describe, expect, it } from "vitest";
import type { BackupKind } from "../../../contract/backups/backups.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { targetId } from "../../../server/backup/settings-targets.ts";
import { claimRun, endRun, noteTargets, renewClaim } from "../../../server/features/backups/claims.ts";
import { tendBackups } from "../../../server/features/backups/tend.ts";
import { type Office, openOffice } from "../../support/office.ts";

async function openBackupOffice() {
  const office = await openOffice();
  const started: { id: string; kind: BackupKind }[] = [];
  const ended: string[] = [];
  office.services.backups = {
    store: "folder",
    start: (order) => void started.push(order),
    end: (id) => void ended.push(id),
    stop: async () => undefined,
  };
  const chief = await office.as(await office.hire({ role: "admin" }));
  const recipient = await recipientOf(await createIdentity());
  const plan = (values: Record<string, unknown>, version: number) =>
    chief.setting.update({ section: "backup", values, version });
  const end = (faults: string[] = []) => {
    const result = { snapshotId: "x", bytes: 1, uploads: 1, missing: 0, newObjects: 1, sentBytes: 1 };
    return endRun(office.services.db, started.at(-1)?.id ?? "", { faults, result, now: office.services.now() });
  };
  /** The run could not do what it was begun for. */
  const miss = (reason: string) =>
    endRun(office.services.db, started.at(-1)?.id ?? "", {
      faults: [reason],
      result: null,
      now: office.services.now(),
    });
  return { office, chief, started, ended, recipient, plan, end, miss, tend: () => tendBackups(office.services) };
}

const toldBy = ({ services }: Office) =>
  services.db.selectFrom("notifications").select(["title", "message", "severity"]).execute();

describe("who may", () => {
  it("see and start backups are admins alone", async () => {
    const office = await openOffice();
    for (const person of [
      undefined,
      ...(await Promise.all((["maintainer", "member", "readonly"] as const).map((role) => office.hire({ role })))),
    ]) {
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      const { backup } = await office.as(person);
      await expect(backup.get({})).rejects.toMatchObject({ code });
      await expect(backup.start({ kind: "backup" })).rejects.toMatchObject({ code });
      await expect(backup.cancel({ id: "any" })).rejects.toMatchObject({ code });
      await expect(backup.fingerprint({ host: "127.0.0.1", port: 22 })).rejects.toMatchObject({ code });
    }
  });
});

describe("the settings", () => {
  it("refuse a schedule without what it needs, at the field", async () => {
    const { plan, recipient, chief } = await openBackupOffice();
    await expect(plan({ schedule: "daily" }, 0)).rejects.toMatchObject({
      cause: { fields: { "values.folderPath": expect.any(Array) } },
    });
    await expect(plan({ schedule: "daily", folderPath: "/mnt/b" }, 0)).rejects.toMatchObject({
      cause: { fields: { "values.recipient": expect.any(Array) } },
    });
    const mistyped = recipient.replace(/.$/, (last) => (last === "q" ? "p" : "q"));
    await expect(plan({ recipient: mistyped }, 0)).rejects.toMatchObject({
      cause: { fields: { "values.recipient": expect.any(Array) } },
    });
    await expect(chief.backup.start({ kind: "backup" })).rejects.toMatchObject({
      cause: { fields: { "values.folderPath": expect.any(Array) } },
    });
  });
});

describe("the schedule", () => {
  it("makes one backup a night, makes up for a missed one, and tests the first at once and then weekly", async () => {
    const { office, chief, started, recipient, plan, end, tend } = await openBackupOffice();
    expect(await chief.backup.get({})).toMatchObject({ lastGoodTestAt: null });
    await tend();
    expect(started).toEqual([]);
    await plan({ schedule: "daily", at: "02:30", folderPath: "/mnt/b", recipient }, 0);
    await tend();
    await tend();
    expect(started.map(({ kind }) => kind)).toEqual(["backup"]);
    await end();
    await tend();
    expect(started.map(({ kind }) => kind)).toEqual(["backup", "test"]);
    await end();
    for (let day = 0; day < 8; day += 1) {
      office.advance(24 * hourMs);
      await tend();
      await end();
      await tend();
      await end();
    }
    const kinds = started.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "backup")).toHaveLength(9);
    expect(kinds.filter((kind) => kind === "test")).toHaveLength(2);
    const { lastTest, lastGoodTestAt, message } = await chief.backup.get({});
    expect(lastGoodTestAt).toEqual(lastTest?.finishedAt);
    expect(message).toMatch(/^Letzter erfolgreicher Wiederherstellungstest: \d{2}\.\d{2}\.\d{4}\.$/);
  });

  it("makes one an hour where that is asked for, and none twice in an hour", async () => {
    const { office, chief, started, recipient, plan, end, tend } = await openBackupOffice();
    await plan({ schedule: "hourly", folderPath: "/mnt/b", recipient }, 0);
    for (let quarter = 0; quarter < 4 * 5; quarter += 1) {
      await tend();
      await end();
      office.advance(hourMs / 4);
    }
    expect(started.filter(({ kind }) => kind === "backup")).toHaveLength(5);
    const { nextAt } = await chief.backup.get({});
    expect(nextAt).toEqual(office.services.now());
  });

  it("tests where each run takes longer than the hour until the next one", async () => {
    const { office, started, recipient, plan, end, tend } = await openBackupOffice();
    await plan({ schedule: "hourly", folderPath: "/mnt/b", recipient }, 0);
    for (let run = 0; run < 5; run += 1) {
      await tend();
      office.advance(61 * minuteMs);
      await end();
    }
    expect(started.map(({ kind }) => kind)).toEqual(["backup", "test", "backup", "backup", "backup"]);
  });

  it("tries again an hour after a failure, and tells the admins after 26 hours, once a day", async () => {
    const { office, chief, started, recipient, plan, end, tend } = await openBackupOffice();
    await plan({ schedule: "daily", folderPath: "/mnt/b", recipient }, 0);
    await tend();
    await end();
    await tend();
    await end();
    const told = () => office.signals.filter(({ event }) => event === "backupFailed").length;
    for (let hour = 0; hour < 30; hour += 1) {
      office.advance(hourMs);
      await tend();
      if (started.length > 2) await end(["Das Ziel ist nicht zu erreichen: Es gibt ihn nicht."]);
    }
    expect(started.length).toBeGreaterThan(5);
    expect(told()).toBe(1);
    expect(await chief.backup.get({})).toMatchObject({ light: "late", runs: expect.any(Array) });
    const data = await toldBy(office);
    expect(data.map(({ title }) => title)).toEqual(["Seit über 26 Stunden kein Backup"]);
    expect(data[0]?.message).toContain("nicht zu erreichen");
  });

  it("says nothing of 26 hours while the first attempts have only just failed", async () => {
    const { office, recipient, plan, end, tend } = await openBackupOffice();
    await plan({ schedule: "daily", folderPath: "/mnt/b", recipient }, 0);
    const told = () => office.signals.filter(({ event }) => event === "backupFailed").length;
    for (let hour = 0; hour < 26; hour += 1) {
      await tend();
      await end(["Das Ziel ist nicht zu erreichen."]);
      await tend();
      expect(told()).toBe(0);
      office.advance(hourMs);
    }
    office.advance(hourMs);
    await tend();
    expect(told()).toBe(1);
  });

  it("is a red alert where the weekly test finds a damaged backup", async () => {
    const { office, chief, recipient, plan, end, tend } = await openBackupOffice();
    await plan({ schedule: "daily", folderPath: "/mnt/b", recipient }, 0);
    await tend();
    await end();
    await tend();
    const fault = "Das Archiv ist beschädigt oder unvollständig.";
    await end([fault]);
    await tend();
    await tend();
    expect(office.signals.filter(({ event }) => event === "backupFailed")).toHaveLength(1);
    expect(await toldBy(office)).toMatchObject([
      { title: "Das Backup lässt sich nicht zurückspielen", severity: "critical" },
    ]);
    expect(await chief.backup.get({})).toMatchObject({
      light: "failed",
      lastGoodTestAt: null,
      message: expect.stringContaining(fault),
    });
  });
});

describe("a restore test", () => {
  const unreachable = "Das Ziel ist nicht zu erreichen: Es antwortet nicht.";

  it("that could not look is amber by its reason, and told once none has worked for eight days", async () => {
    const { office, chief, started, recipient, plan, end, miss, tend } = await openBackupOffice();
    await plan({ schedule: "daily", folderPath: "/mnt/b", recipient }, 0);
    const told = () => office.signals.filter(({ event }) => event === "backupFailed").length;
    await tend();
    await end();
    await tend();
    await miss(unreachable);
    await tend();
    expect(await chief.backup.get({})).toMatchObject({
      light: "untested",
      message: `Der Wiederherstellungstest kam nicht zustande: ${unreachable}`,
    });
    const onSystem = async () => (await chief.system.get({})).lights.find(({ key }) => key === "backup");
    expect(await onSystem()).toMatchObject({ state: "warn", advice: expect.stringContaining(unreachable) });
    for (let day = 0; day < 10; day += 1) {
      expect(told()).toBe(Math.max(0, day - 7));
      office.advance(24 * hourMs + 1);
      for (let run = 0; run < 2; run += 1) {
        await tend();
        await (started.at(-1)?.kind === "test" ? miss(unreachable) : end());
      }
    }
    expect((await toldBy(office))[0]).toMatchObject({
      title: "Seit über 8 Tagen kein Backup zur Probe zurückgespielt",
      message: `Zuletzt: ${unreachable}`,
    });
  });
});

describe("damage that a test has found", () => {
  const disk = targetId({ kind: "folder", path: "/mnt/b" });
  const second = targetId({ kind: "folder", path: "/mnt/c" });
  const counts = { snapshotId: "x", bytes: 1, uploads: 1, missing: 0, newObjects: 0, sentBytes: 0 };
  const fault = "Das Archiv ist beschädigt oder unvollständig.";
  const away = "Das Ziel ist nicht zu erreichen: Es antwortet nicht.";

  async function aPlan(values: Record<string, unknown> = {}) {
    const { office, chief, recipient, plan, tend } = await openBackupOffice();
    await plan({ folderPath: "/mnt/b", recipient, ...values }, 0);
    const { db, now } = office.services;
    /** A run over targets, with what it has found in each that it reached. */
    const run = async (targets: string[], damage: Record<string, boolean>, kind: BackupKind = "test") => {
      office.advance(1000);
      const id = (await claimRun(db, kind, now())) ?? "";
      await noteTargets(db, id, targets);
      const entries = Object.entries(damage);
      const isDamaged = entries.some(([, isBroken]) => isBroken);
      const found = Object.fromEntries(entries.map(([target, is]) => [target, { isDamaged: is, damaged: [] }]));
      const isWhole = entries.length === targets.length || kind === "backup";
      const faults = [...(isDamaged ? [fault] : []), ...(isWhole ? [] : [away])];
      const result = entries.length > 0 || kind === "backup" ? { ...counts, isDamaged, found } : null;
      await endRun(db, id, { faults, result, now: now() });
      return id;
    };
    const lightOf = async () => (await chief.system.get({})).lights.find(({ key }) => key === "backup")?.state;
    await run([disk], {}, "backup");
    return { office, chief, run, tend, lightOf };
  }

  it("stays red over a test that could not look or was cancelled, and is told once", async () => {
    const { office, chief, run, tend, lightOf } = await aPlan();
    await run([disk], { [disk]: true });
    await tend();
    await run([disk], {});
    await tend();
    const { light, message } = await chief.backup.get({});
    expect([light, await lightOf()]).toEqual(["failed", "bad"]);
    expect(message).toContain(fault);
    expect(message).toContain(`kam nicht zustande: ${away}`);
    await chief.backup.start({ kind: "test" });
    await chief.backup.cancel({ id: (await chief.backup.get({})).running?.id ?? "" });
    await tend();
    expect([(await chief.backup.get({})).light, await lightOf()]).toEqual(["failed", "bad"]);
    expect(office.signals.filter(({ event }) => event === "backupFailed")).toHaveLength(1);
  });

  it("is told at once, also where the admins have just heard that no test has worked", async () => {
    const { office, run, tend } = await aPlan({ schedule: "daily" });
    await run([disk], {});
    office.advance(8 * dayMs);
    await run([disk], {}, "backup");
    await tend();
    const titles = async () => (await toldBy(office)).map(({ title }) => title);
    expect(await titles()).toEqual(["Seit über 8 Tagen kein Backup zur Probe zurückgespielt"]);
    office.advance(12 * hourMs);
    await run([disk], { [disk]: true });
    await tend();
    expect(await titles()).toContain("Das Backup lässt sich nicht zurückspielen");
  });

  it("is told at once of a second target, and of the same one once a day", async () => {
    const { office, run, tend } = await aPlan({ secondFolder: "/mnt/c" });
    const told = async (damage: Record<string, boolean>) => {
      await run([disk, second], damage);
      await tend();
      return office.signals.filter(({ event }) => event === "backupFailed").length;
    };
    expect(await told({ [disk]: true, [second]: false })).toBe(1);
    expect(await told({ [disk]: true, [second]: false })).toBe(1);
    expect(await told({ [disk]: false, [second]: true })).toBe(2);
    expect(await told({ [disk]: true, [second]: true })).toBe(2);
    office.advance(dayMs);
    expect(await told({ [disk]: true, [second]: true })).toBe(3);
  });

  it("ends with a test that finds none there, and not with one of the other target alone", async () => {
    const { chief, run } = await aPlan({ secondFolder: "/mnt/c" });
    const lightAfter = async (damage: Record<string, boolean>) => {
      await run([disk, second], damage);
      return (await chief.backup.get({})).light;
    };
    expect(await lightAfter({ [disk]: true, [second]: false })).toBe("failed");
    expect(await lightAfter({ [second]: false })).toBe("failed");
    expect(await lightAfter({ [disk]: false })).toBe("untested");
    expect(await lightAfter({ [disk]: false, [second]: false })).not.toBe("failed");
  });
});

describe("a clock that was a year ahead and came back", () => {
  const year = 365 * dayMs;

  async function aPlan() {
    const desk = await openBackupOffice();
    await desk.plan({ schedule: "daily", at: "02:30", folderPath: "/mnt/b", recipient: desk.recipient }, 0);
    const both = async () => {
      for (let run = 0; run < 2; run += 1) {
        await desk.tend();
        await desk.end();
      }
    };
    const lightOf = async () => (await desk.chief.system.get({})).lights.find(({ key }) => key === "backup")?.state;
    return { ...desk, both, lightOf };
  }

  it("puts off no backup, no test and no alarm by that year", async () => {
    const { office, chief, started, both, tend, end, lightOf } = await aPlan();
    await both();
    office.advance(year);
    await both();
    office.advance(-year);
    expect(started.map(({ kind }) => kind)).toEqual(["backup", "test", "backup", "test"]);
    expect((await chief.backup.get({})).nextAt).toEqual(new Date("2026-11-21T01:30:00.000Z"));
    office.advance(27 * hourMs);
    expect([(await chief.backup.get({})).light, await lightOf()]).toEqual(["late", "bad"]);
    office.signals.length = 0;
    await tend();
    expect(started.at(-1)?.kind).toBe("backup");
    expect(office.signals).toContainEqual(
      expect.objectContaining({
        payload: { backup: expect.objectContaining({ title: "Seit über 26 Stunden kein Backup" }) },
      }),
    );
    await end();
    expect([(await chief.backup.get({})).light, await lightOf()]).toEqual(["ok", "ok"]);
    office.advance(7 * dayMs);
    await both();
    expect(started.slice(5).map(({ kind }) => kind)).toEqual(["backup", "test"]);
  });

  it("leaves a portal whose only backup was made until then without one, and it makes one at once", async () => {
    const { office, chief, started, both, tend } = await aPlan();
    office.advance(year);
    await both();
    office.advance(-year);
    expect(await chief.backup.get({})).toMatchObject({
      light: "late",
      message: expect.stringMatching(/Datum in der Zukunft.*Die Uhr dieses Rechners ging vor/),
      lastGoodBackupAt: null,
    });
    await tend();
    const { running, runs } = await chief.backup.get({});
    expect(running?.id).toBe(started.at(-1)?.id);
    expect(runs[0]?.id).toBe(running?.id);
  });

  it("frees the claim of a run that died meanwhile, and not that of one that lives", async () => {
    const { office } = await aPlan();
    const { db, now } = office.services;
    office.advance(year);
    const id = (await claimRun(db, "backup", now())) ?? "";
    office.advance(-year);
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await claimRun(db, "backup", now())).toBeUndefined();
      expect(await renewClaim(db, id, null, now())).toBe(true);
      office.advance(minuteMs);
    }
    expect(await claimRun(db, "backup", now())).toBeUndefined();
    office.advance(3 * minuteMs);
    expect(await claimRun(db, "backup", now())).toBeDefined();
  });
});

describe("a first backup that never ends", () => {
  it("is told after 26 hours, and again each day while it lasts", async () => {
    const { office, recipient, plan, tend, started } = await openBackupOffice();
    await plan({ schedule: "daily", folderPath: "/mnt/b", recipient }, 0);
    const told = () => office.signals.filter(({ event }) => event === "backupFailed").length;
    await tend();
    const counts: number[] = [];
    for (let hour = 0; hour < 76; hour += 1) {
      office.advance(hourMs);
      const { db, now } = office.services;
      await db
        .updateTable("backupRuns")
        .set({ claimedUntil: new Date(now().getTime() + hourMs).toISOString() })
        .execute();
      await tend();
      counts.push(told());
    }
    expect(started).toHaveLength(1);
    expect([counts[25], counts[26], counts[49], counts[50], counts[74]]).toEqual([0, 1, 1, 2, 3]);
    expect((await toldBy(office))[0]?.message).toBe("Der erste Versuch kommt nicht zu Ende.");
  });
});

describe("a backup to another target than that of the settings", () => {
  it("neither makes up for that of the night nor ends the alarm", async () => {
    const { office, chief, started, recipient, plan, end, tend } = await openBackupOffice();
    await plan({ schedule: "daily", folderPath: "/mnt/b", recipient }, 0);
    await tend();
    await noteTargets(office.services.db, started.at(-1)?.id ?? "", [targetId({ kind: "folder", path: "/mnt/b" })]);
    await end();
    const { lastGoodBackupAt } = await chief.backup.get({});
    for (let hour = 0; hour < 30; hour += 1) {
      office.advance(hourMs);
      const id = (await claimRun(office.services.db, "backup", office.services.now())) ?? "";
      await noteTargets(office.services.db, id, [targetId({ kind: "folder", path: "/media/usb" })]);
      await endRun(office.services.db, id, { faults: [], result: null, now: office.services.now() });
    }
    expect(await chief.backup.get({})).toMatchObject({ light: "late", lastGoodBackupAt });
    await tend();
    expect(started.map(({ kind }) => kind)).toEqual(["backup", "backup"]);
    expect(office.signals.filter(({ event }) => event === "backupFailed")).toHaveLength(1);
  });

  it("counts where the settings name none", async () => {
    const { office, chief } = await openBackupOffice();
    const { db, now } = office.services;
    const id = (await claimRun(db, "backup", now())) ?? "";
    await noteTargets(db, id, [targetId({ kind: "folder", path: "/media/usb" })]);
    await endRun(db, id, { faults: [], result: null, now: now() });
    expect(await chief.backup.get({})).toMatchObject({ lastGoodBackupAt: now() });
  });
});

describe("a run that an admin ends", () => {
  it("keeps its claim until its process has ended, which is told, and there is nothing left to cancel", async () => {
    const { office, chief, started, ended, recipient, plan, tend } = await openBackupOffice();
    await plan({ folderPath: "/mnt/b", recipient }, 0);
    await expect(chief.backup.cancel({ id: "none" })).rejects.toMatchObject({ cause: { code: "precondition" } });
    await chief.backup.start({ kind: "backup" });
    const id = started[0]?.id ?? "";
    expect(await chief.backup.cancel({ id })).toMatchObject({ running: { id, isCancelled: true }, lastBackup: null });
    expect(ended).toEqual([id]);
    const { db, now } = office.services;
    expect(await renewClaim(db, id, null, now())).toBe(false);
    await expect(chief.backup.cancel({ id })).rejects.toMatchObject({ cause: { code: "precondition" } });
    await expect(chief.backup.start({ kind: "backup" })).rejects.toMatchObject({ cause: { code: "precondition" } });
    // Its process was killed before it could say anything.
    office.advance(3 * minuteMs);
    await tend();
    const { running, lastBackup } = await chief.backup.get({});
    expect({ running, lastBackup }).toMatchObject({
      running: null,
      lastBackup: { id, state: "failed", faults: [expect.stringContaining("Ein Admin hat den Lauf abgebrochen")] },
    });
    const kinds = await db
      .selectFrom("changes")
      .select("kind")
      .where("kind", "in", ["job.run", "job.cancelled"])
      .orderBy("id")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(["job.run", "job.cancelled"]);
  });
});

describe("a claim", () => {
  it("is refused by the database itself while another run is under way", async () => {
    const { db, now } = (await openOffice()).services;
    const startedAt = now().toISOString();
    const begun = (id: string) =>
      db.insertInto("backupRuns").values({ id, kind: "backup", state: "running", startedAt }).execute();
    await begun("one");
    await expect(begun("other")).rejects.toThrow(/unique/i);
    await endRun(db, "one", { faults: [], result: null, now: now() });
    await begun("other");
  });

  it("is held by one run at a time, and ends with a run that is silent", async () => {
    const { services, advance } = await openOffice();
    const { db, now } = services;
    const claims = await Promise.all([
      claimRun(db, "backup", now()),
      claimRun(db, "test", now()),
      claimRun(db, "backup", now()),
    ]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    const id = claims.find(Boolean) ?? "";
    expect(await renewClaim(db, id, null, now())).toBe(true);
    advance(3 * 60_000);
    expect(await claimRun(db, "backup", now())).toBeDefined();
    expect(await renewClaim(db, id, null, now())).toBe(false);
    await endRun(db, id, { faults: [], result: null, now: now() });
    expect(
      (await db.selectFrom("backupRuns").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state,
    ).toBe("failed");
  });
});
