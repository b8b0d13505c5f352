import { beforeEach, describe, expect, it } from "vitest";
import { jobLabels } from "../../../contract/jobs/jobs.ts";
import type { Api } from "../../../server/features/router.ts";
import { nextRun, planText } from "../../../server/jobs/plan.ts";
import { jobs } from "../../../server/portal/schedule.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
});

const run = async () => undefined;

describe("the tasks", () => {
  it("are for admins alone, and only those that there are can be run", async () => {
    for (const role of ["maintainer", "member", "readonly"] as const) {
      const api = await office.as(await office.hire({ role }));
      await expect(api.job.list({})).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(api.job.run({ name: "search-repair" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(admin.job.run({ name: "nirgends" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("have a German name each", () => {
    expect(jobs.map(({ name }) => name).filter((name) => !jobLabels[name])).toEqual([]);
    expect(Object.keys(jobLabels).filter((name) => !jobs.some((job) => job.name === name))).toEqual([]);
  });

  it("are run when asked for, say how they ended and leave a trace", async () => {
    expect(await admin.job.run({ name: "search-repair" })).toMatchObject({
      last: { at: office.services.now(), error: null },
      isRunning: false,
    });
    const [change] = await office.services.db.selectFrom("changes").selectAll().where("kind", "=", "job.run").execute();
    expect(change?.subjectId).toBe("search-repair");
  });
});

describe("a plan", () => {
  it.each([
    [{ everyMs: 0 }, "jede Minute"],
    [{ everyMs: 900_000 }, "alle 15 Minuten"],
    [{ everyMs: 3_600_000 }, "stündlich"],
    [{ everyMs: 86_400_000 }, "täglich"],
    [{ daily: { at: "08:00", workdaysOnly: true } as const }, "werktags um 08:00"],
  ])("of %j is „%s“", (when, words) => {
    expect(planText({ name: "x", run, ...when })).toBe(words);
  });

  it.each([
    ["2026-11-20T06:00:00Z", undefined, "2026-11-20T07:00:00.000Z"],
    ["2026-11-20T08:00:00Z", "2026-11-20T07:00:30Z", "2026-11-23T07:00:00.000Z"],
    ["2026-03-27T08:00:00Z", "2026-03-27T07:00:30Z", "2026-03-30T06:00:00.000Z"],
  ])("on workdays at eight, seen from %s", (now, last, next) => {
    const job = { name: "x", run, daily: { at: "08:00", workdaysOnly: true } as const };
    expect(nextRun(job, last ? new Date(last) : undefined, new Date(now)).toISOString()).toBe(next);
  });
});
