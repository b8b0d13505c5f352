import { beforeEach, describe, expect, it } from "vitest";
import { daysOf, partsOf, stateOf, sumSeconds, uptimeOf } from "../../../contract/checks/segments.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

describe("a stretch of time", () => {
  it.each([
    [{ online: 3600, offline: 1 }, "offline"],
    [{ online: 3600, degraded: 5 }, "degraded"],
    [{ degraded: 5, maintenance: 60 }, "degraded"],
    [{ online: 5, maintenance: 60 }, "maintenance"],
    [{ online: 5, unknown: 9000 }, "online"],
    [{ paused: 5, unknown: 9000 }, "paused"],
    [{ unknown: 9000 }, "unknown"],
    [{}, "unknown"],
  ] as const)("of %o is drawn as %s", (seconds, state) => {
    expect(stateOf(seconds)).toBe(state);
  });

  it("counts neither maintenance nor pauses nor what nobody knows", () => {
    expect(uptimeOf({ online: 90, degraded: 5, offline: 5, maintenance: 1000, paused: 1000, unknown: 1000 })).toBe(
      0.95,
    );
    expect(uptimeOf({ maintenance: 1000, unknown: 5 })).toBeNull();
  });

  it("is parted evenly, with an outage in the part in which it was", () => {
    const [from, to] = [new Date("2026-11-20T00:00Z"), new Date("2026-11-20T04:00Z")];
    const spans = [0, 1, 2, 3].map((hour) => ({
      at: new Date(from.getTime() + hour * 3_600_000),
      seconds: hour === 2 ? { online: 3000, offline: 600 } : { online: 3600 },
    }));
    const parts = partsOf(spans, from, to, 4);
    expect(parts.map(({ state }) => state)).toEqual(["online", "online", "offline", "online"]);
    expect(sumSeconds(parts)).toEqual(sumSeconds(spans));
  });

  it("belongs to the day of the portal's calendar, also when clocks change", () => {
    const spans = ["2026-10-24T21:30Z", "2026-10-24T22:30Z", "2026-10-25T22:30Z", "2026-10-25T23:30Z"].map((at) => ({
      at: new Date(at),
      seconds: { online: 60 },
    }));
    const days = daysOf(spans, ["2026-10-24", "2026-10-25", "2026-10-26"]);
    expect(days.map(({ seconds }) => seconds.online)).toEqual([60, 120, 60]);
  });

  it("falls into weeks that end with the last day", () => {
    const days = ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-13"];
    expect(daysOf([], days, 3).map(({ from, to }) => [from.getUTCDate(), to.getUTCDate()])).toEqual([
      [10, 10],
      [11, 13],
    ]);
  });
});

describe("what lists and the dashboard ask for", () => {
  let office: Office;
  let api: Api;
  beforeEach(async () => {
    office = await openOffice();
    api = await office.as(await office.hire({ role: "readonly" }));
  });

  it("refuses strangers, and more records than a list shows", async () => {
    const stranger = await office.as();
    const ids = Array.from({ length: 101 }, (_, index) => `id-${index}`);
    expect(await refusalOf(stranger.check.strips({ type: "website", ids: ["x"] }))).toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(await refusalOf(stranger.check.slowest({}))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(stranger.check.figures({}))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(api.check.strips({ type: "website", ids }))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await api.check.strips({ type: "website", ids: ["fehlt"] })).toEqual([]);
  });

  it("counts what is watched and live, and names the slowest of what answers", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    const add = async (
      url: string,
      set: { status: "online" | "degraded" | "offline"; responseTimeMs: number | null },
    ) => {
      const { id } = await createRecord(admin, "website", { url, name: url.slice(8) });
      await office.services.db.updateTable("websites").set(set).where("id", "=", id).execute();
      return id;
    };
    await add("https://schnell.example", { status: "online", responseTimeMs: 100 });
    await add("https://langsam.example", { status: "degraded", responseTimeMs: 3900 });
    const archived = await add("https://archiv.example", { status: "online", responseTimeMs: 9000 });
    await add("https://weg.example", { status: "offline", responseTimeMs: 8000 });
    await createRecord(admin, "website", { url: "https://neu.example" });
    await admin.website.archive({ id: archived });
    expect(await api.check.figures({})).toMatchObject({ websites: { watched: 3, online: 1 }, averageMs: 2000 });
    const slowest = await api.check.slowest({});
    expect(slowest.map(({ label, responseTimeMs }) => [label, responseTimeMs])).toEqual([
      ["langsam.example", 3900],
      ["schnell.example", 100],
    ]);
    expect(slowest[0]?.course).toHaveLength(48);
  });
});
