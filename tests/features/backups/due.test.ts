import { describe, expect, it } from "vitest";
import type { BackupRun } from "../../../contract/backups/backups.ts";
import { backupSettings } from "../../../contract/settings/backup.ts";
import { chooseKept, type Retention } from "../../../server/backup/retention.ts";
import { dueNow, nextBackup } from "../../../server/features/backups/due.ts";

function aGoodRun(startedAt: string): BackupRun {
  const at = new Date(startedAt);
  const result = { snapshotId: "x", bytes: 1, uploads: 1, missing: 0, newObjects: 1, sentBytes: 1 };
  const ended = { startedAt: at, finishedAt: at, state: "done", isCancelled: false, progress: null } as const;
  return { id: "x", kind: "backup", ...ended, faults: [], result };
}

function nextAfter(good: string, { at, now }: { at: string; now: string }): string | undefined {
  const run = aGoodRun(good);
  const settings = { ...backupSettings.parse({}), schedule: "daily", at } as const;
  return nextBackup(settings, { last: run, good: run, now: new Date(now) })?.toISOString();
}

describe("after a run that has failed", () => {
  const settings = { ...backupSettings.parse({}), schedule: "daily", at: "02:30" } as const;
  const good = aGoodRun("2026-11-20T01:30:00.000Z");
  const [startedAt, finishedAt] = [new Date("2026-11-21T01:30:00.000Z"), new Date("2026-11-21T04:30:00.000Z")];
  const failed = { ...good, startedAt, finishedAt, state: "failed" } as const;
  const nextAt = (last: BackupRun, schedule: "daily" | "hourly") =>
    nextBackup({ ...settings, schedule }, { last, good, now: finishedAt })?.toISOString();

  it("the next one begins an hour after its end, however long it took", () => {
    for (const schedule of ["daily", "hourly"] as const)
      expect(nextAt(failed, schedule)).toBe("2026-11-21T05:30:00.000Z");
  });

  it("because an admin cancelled it, the next one is that of the schedule", () => {
    expect(nextAt({ ...failed, isCancelled: true }, "daily")).toBe("2026-11-22T01:30:00.000Z");
    expect(nextAt({ ...failed, isCancelled: true }, "hourly")).toBe("2026-11-21T05:30:00.000Z");
  });
});

describe("a test that is due together with a backup", () => {
  const settings = { ...backupSettings.parse({}), schedule: "hourly" } as const;
  const test = { ...aGoodRun("2026-11-13T09:00:00.000Z"), kind: "test" } as const;
  const long = aGoodRun("2026-11-20T10:00:00.000Z");
  const backup = { ...long, finishedAt: new Date("2026-11-20T11:01:00.000Z") };
  const last = { backup, good: backup, test };
  const now = new Date("2026-11-20T11:02:00.000Z");

  it("goes first after a backup that has only just worked, and once", () => {
    expect(dueNow(settings, last, now)).toBe("test");
    expect(dueNow(settings, { ...last, test: { ...test, startedAt: now } }, now)).toBe("backup");
  });

  it("waits for the backup where the last one is old or has failed", () => {
    expect(dueNow(settings, last, new Date("2026-11-21T11:02:00.000Z"))).toBe("backup");
    const failed = { ...aGoodRun("2026-11-20T12:00:00.000Z"), state: "failed" } as const;
    expect(dueNow(settings, { ...last, backup: failed }, new Date("2026-11-20T13:01:00.000Z"))).toBe("backup");
  });
});

describe("the next night, on the days on which the clocks change", () => {
  it("is the one after, where the night of 25 hours has had its backup", () => {
    const plan = { at: "00:15", now: "2026-10-24T22:30:00.000Z" };
    expect(nextAfter("2026-10-24T22:15:00.000Z", plan)).toBe("2026-10-25T23:15:00.000Z");
  });

  it("is that of 23 hours, which is not left out", () => {
    const plan = { at: "23:45", now: "2026-03-28T22:50:00.000Z" };
    expect(nextAfter("2026-03-28T22:45:00.000Z", plan)).toBe("2026-03-29T21:45:00.000Z");
  });

  it("is made up for where it was missed just before the day of 23 hours", () => {
    const plan = { at: "23:45", now: "2026-03-29T22:10:00.000Z" };
    expect(nextAfter("2026-03-28T22:45:00.000Z", plan)).toBe("2026-03-29T22:10:00.000Z");
  });
});

describe("what retention keeps is counted by the days of the portal", () => {
  const none: Retention = { hourly: 0, daily: 0, weekly: 0, monthly: 0 };
  /** Which of these moments stay, each that of a snapshot. */
  const keptOf = (moments: readonly string[], retention: Partial<Retention>) => [
    ...chooseKept(
      moments.map((id) => ({ id, at: new Date(id), bytes: 1 })),
      { ...none, ...retention },
    ),
  ];

  it("so that each of the nights around a change of clocks stays", () => {
    const nights = [
      "2026-03-31T01:30:00+02:00",
      "2026-03-30T01:30:00+02:00",
      "2026-03-29T01:30:00+01:00",
      "2026-03-28T01:30:00+01:00",
    ];
    expect(keptOf(nights, { daily: 4 })).toEqual(nights);
  });

  it("and the first night of a month or of a week belongs to that one", () => {
    const nights = ["2027-02-01T00:30:00+01:00", "2027-01-31T00:30:00+01:00", "2027-01-30T00:30:00+01:00"];
    expect(keptOf(nights, { monthly: 2 })).toEqual(nights.slice(0, 2));
    expect(keptOf(nights, { weekly: 2 })).toEqual(nights.slice(0, 2));
  });

  it("while both of the hours stay that the clocks show twice", () => {
    const hours = ["2026-10-25T02:10:00+01:00", "2026-10-25T02:10:00+02:00"];
    expect(keptOf(hours, { hourly: 2 })).toEqual(hours);
  });
});
