import { beforeEach, describe, expect, it } from "vitest";
import { maxTargets } from "../../../contract/maintenance/maintenance.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { presentOrNext } from "../../../server/features/maintenance/occurrences.ts";
import { keepQuiet } from "../../../server/features/maintenance/quiet.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { hostWithSites, watch } from "../../support/incidents.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const minute = 60_000;
const hour = 60 * minute;

let office: Office;
let jana: Person;
let janas: Api;
let marens: Api;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  janas = await office.as(jana);
  marens = await office.as(await office.hire({ name: "Maren Ahlers", role: "maintainer" }));
});

const at = (ms: number) => new Date(office.services.now().getTime() + ms).toISOString();
const windowOf = (more: Record<string, unknown> = {}) => ({
  title: "Umzug",
  scope: "all" as const,
  targetIds: [],
  startsAt: at(hour),
  endsAt: at(2 * hour),
  ...more,
});
const keep = () => transact(systemContext(office.services), keepQuiet);
const quietOf = async (id: string) => {
  const { db } = office.services;
  const row = await db
    .selectFrom("checks")
    .select(["quietFrom", "quietUntil"])
    .where("targetId", "=", id)
    .executeTakeFirst();
  return [row?.quietFrom ?? null, row?.quietUntil ?? null];
};
const statusOf = async (id: string) => (await janas.website.get({ id })).values.status;

describe("a window of maintenance is refused", () => {
  it("to strangers and members, and what makes no sense by its field", async () => {
    expect((await refusalOf((await office.as()).maintenance.list({}))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(janas.maintenance.create(windowOf()))).code).toBe("FORBIDDEN");
    const refused = async (more: Record<string, unknown>) =>
      Object.keys((await refusalOf(marens.maintenance.create(windowOf(more)))).fields);
    expect(await refused({ endsAt: at(0) })).toEqual(["endsAt"]);
    expect(await refused({ endsAt: at(400 * 24 * hour) })).toEqual(["endsAt"]);
    expect(await refused({ scope: "host" })).toEqual(["targetIds"]);
    expect(await refused({ scope: "host", targetIds: ["none"] })).toEqual(["targetIds"]);
    expect(await refused({ rrule: "jeden Tag" })).toEqual(["rrule"]);
    const saturday = { startsAt: "2099-11-28T03:00:00Z", endsAt: "2099-11-28T04:00:00Z" };
    expect(await refused({ ...saturday, rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" })).toEqual(["startsAt"]);
    expect((await marens.maintenance.list({})).data).toEqual([]);
  });

  it("for what a list has selected, where that is not the caller's to plan, too much, or no longer what was seen", async () => {
    const selected = (api: Api, selection: Parameters<Api["maintenance"]["selectTargets"]>[0]["selection"]) =>
      refusalOf(api.maintenance.selectTargets({ type: "website", selection }));
    expect((await selected(await office.as(), { scope: {} })).code).toBe("UNAUTHORIZED");
    expect((await selected(janas, { scope: {} })).code).toBe("FORBIDDEN");
    expect((await selected(marens, { scope: {}, expected: 3 })).problem).toBe("precondition");
    expect((await selected(marens, { ids: ["none"] })).problem).toBe("precondition");
    const ids = Array.from({ length: maxTargets + 1 }, (_, index) => `none-${index}`);
    expect((await selected(marens, { ids })).problem).toBe("precondition");
  });
});

describe("a window of maintenance", () => {
  it("is planned for what a list has selected, one by one or as far as it goes, by name and without what is archived", async () => {
    const [amsel, specht, star] = [
      await createRecord(janas, "website", { name: "Amsel" }),
      await createRecord(janas, "website", { name: "Specht" }),
      await createRecord(janas, "website", { name: "Star" }),
    ];
    await marens.website.archive({ id: star.id });
    const targets = (selection: Parameters<Api["maintenance"]["selectTargets"]>[0]["selection"]) =>
      marens.maintenance.selectTargets({ type: "website", selection });
    const named = [
      { id: amsel.id, label: "Amsel" },
      { id: specht.id, label: "Specht" },
    ];
    expect(await targets({ ids: [specht.id, star.id, amsel.id] })).toEqual(named);
    expect(await targets({ scope: {}, expected: 2 })).toEqual(named);
    expect(await targets({ scope: { search: "Spech" } })).toEqual([named[1]]);
  });

  it("keeps the checks of a host and its websites quiet at its time, and no others", async () => {
    const { host, sites } = await hostWithSites(office, { count: 2, responsibleUserId: jana.id });
    const other = (await createRecord(janas, "website", {})).id;
    const site = sites[0]?.id ?? "";
    await watch(office, [...sites, { type: "website", id: other }]);
    const { startsAt, endsAt } = windowOf();
    const { id } = await marens.maintenance.create(windowOf({ scope: "host", targetIds: [host.id] }));
    expect(await quietOf(site)).toEqual([startsAt, endsAt]);
    expect(await quietOf(other)).toEqual([null, null]);
    expect(await statusOf(site)).toBe("unknown");

    office.advance(hour);
    expect(await keep()).toEqual(new Date(endsAt));
    expect(await statusOf(site)).toBe("maintenance");
    expect((await janas.maintenance.get({ id })).isRunning).toBe(true);

    office.advance(hour);
    expect(await keep()).toBeUndefined();
    expect(await statusOf(site)).toBe("unknown");
    expect(await quietOf(site)).toEqual([null, null]);
    expect((await janas.maintenance.list({ view: "past" })).data.map((each) => each.id)).toEqual([id]);
  });

  it("is announced once to those who are responsible", async () => {
    const { customerId } = await hostWithSites(office, { count: 2, responsibleUserId: jana.id });
    const creationId = "01900000-0000-7000-8000-000000000001";
    const window = windowOf({ scope: "customer", targetIds: [customerId], creationId });
    const first = await marens.maintenance.create(window);
    expect(await marens.maintenance.create(window)).toEqual(first);
    const { db } = office.services;
    const told = await db.selectFrom("notifications").select("title").where("forUserId", "=", jana.id).execute();
    expect(told.map(({ title }) => title)).toEqual(["Wartung angekündigt: Umzug"]);
  });

  it("leaves checks alone that it is not to silence", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await watch(office, sites);
    await marens.maintenance.create(windowOf({ isSilent: false }));
    expect(await quietOf(sites[0]?.id ?? "")).toEqual([null, null]);
  });

  it("starts at once for half an hour, and ends when somebody says so", async () => {
    const { sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    const id = sites[0]?.id ?? "";
    await watch(office, sites);
    const { id: windowId, until } = await marens.maintenance.start({ type: "website", id });
    expect(until).toEqual(new Date(at(30 * minute)));
    expect(await statusOf(id)).toBe("maintenance");
    await marens.maintenance.end({ id: windowId });
    expect(await statusOf(id)).toBe("unknown");
    expect((await refusalOf(marens.maintenance.end({ id: windowId }))).code).toBe("PRECONDITION_FAILED");
  });
});

describe("the availability of a website", () => {
  it("shows the windows that covered it, each time that they ran, and none that is to come", async () => {
    const { host, sites } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    const { sites: others } = await hostWithSites(office, { count: 1, responsibleUserId: jana.id });
    await marens.maintenance.create(
      windowOf({ scope: "host", targetIds: [host.id], rrule: "FREQ=DAILY", title: "Nachts" }),
    );
    const windowsOf = async (id: string) =>
      (await janas.check.availability({ type: "website", id, range: "7d" })).windows;
    expect(await windowsOf(sites[0]?.id ?? "")).toEqual([]);
    const [first, second] = [at(hour), at(25 * hour)];
    office.advance(25.5 * hour);
    expect(await windowsOf(sites[0]?.id ?? "")).toMatchObject([
      { title: "Nachts", from: new Date(first) },
      { title: "Nachts", from: new Date(second) },
    ]);
    expect(await windowsOf(others[0]?.id ?? "")).toEqual([]);
  });
});

describe("what repeats", () => {
  it("begins at the same hour after the clocks were changed, and ends with its rule", () => {
    const weekly = {
      startsAt: "2026-10-20T01:00:00.000Z",
      endsAt: "2026-10-20T03:00:00.000Z",
      rrule: "FREQ=WEEKLY;COUNT=3",
    };
    const next = (now: string) => presentOrNext(weekly, new Date(now))?.from.toISOString();
    expect(next("2026-10-20T02:00:00Z")).toBe("2026-10-20T01:00:00.000Z");
    expect(next("2026-10-20T03:00:00Z")).toBe("2026-10-27T02:00:00.000Z");
    expect(next("2026-10-27T03:59:00Z")).toBe("2026-10-27T02:00:00.000Z");
    expect(next("2026-10-28T00:00:00Z")).toBe("2026-11-03T02:00:00.000Z");
    expect(next("2026-11-03T05:00:00Z")).toBeUndefined();
  });
});

describe("in the calendar", () => {
  it("stands on each day that it touches, as often as it repeats, for whom it is about", async () => {
    const days = { from: "2026-11-20", to: "2026-12-05" };
    expect((await refusalOf((await office.as()).maintenance.days(days))).code).toBe("UNAUTHORIZED");
    const refusal = await refusalOf(janas.maintenance.days({ from: "2026-12-05", to: "2026-11-20" }));
    expect(refusal.fields).toHaveProperty("to");
    const customerId = (await createRecord(janas, "customer")).id;
    const night = { startsAt: "2026-11-20T22:00:00.000Z", endsAt: "2026-11-21T01:00:00.000Z" };
    await marens.maintenance.create(windowOf({ title: "Umzug", ...night, scope: "customer", targetIds: [customerId] }));
    const weekly = { startsAt: "2026-11-24T20:00:00.000Z", endsAt: "2026-11-24T23:00:00.000Z" };
    await marens.maintenance.create(windowOf({ title: "Updates", ...weekly, rrule: "FREQ=WEEKLY" }));
    const read = async (more = {}) =>
      (await janas.maintenance.days({ ...days, ...more })).map((time) => [time.title, time.days]);
    expect(await read()).toEqual([
      ["Umzug", ["2026-11-20", "2026-11-21"]],
      // It ends at midnight by the portal's clocks: the day after is not touched.
      ["Updates", ["2026-11-24"]],
      ["Updates", ["2026-12-01"]],
    ]);
    expect(await read({ customerId })).toHaveLength(3);
    const other = (await createRecord(janas, "customer")).id;
    expect(await read({ customerId: other })).toEqual([
      ["Updates", ["2026-11-24"]],
      ["Updates", ["2026-12-01"]],
    ]);
  });
});
