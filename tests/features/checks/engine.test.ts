import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { type CheckOffice, down, openCheckOffice } from "../../support/check-office.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let checks: CheckOffice;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  checks = openCheckOffice(office);
  api = await office.as(await office.hire({ role: "admin" }));
});
afterEach(() => checks.close());

const add = async (name: string, body: Record<string, unknown> = {}) =>
  (await api.website.create({ body: { url: `http://${name}/`, lifecycle: "live", ...body } })).id;
const valuesOf = async (id: string) => (await api.website.get({ id })).values;
const kindsOf = (name: string) => checks.looked.filter(({ address }) => address === name).length;
const events = () => (office.services.checks.reader()?.eventsAfter(0, 1000) ?? []).map(({ kind }) => kind);

describe("a website", () => {
  it("is looked at as soon as it is there, and every five minutes from then on", async () => {
    const id = await add("amsel.test");
    await checks.pass(1);
    expect(await valuesOf(id)).toMatchObject({ status: "online", responseTimeMs: 100, uptime30d: 10_000 });
    expect(kindsOf("amsel.test")).toBe(1);
    await checks.pass(1200, 20);
    expect(kindsOf("amsel.test")).toBe(5);
  });

  it("is looked at every minute where its customer has Premium, also once that is agreed", async () => {
    const { id: customerId } = await api.customer.create({ body: { name: "Weingut Amsel" } });
    await add("amsel.test", { customerId });
    await checks.pass(1);
    const { version } = await api.customer.get({ id: customerId });
    await api.customer.update({ params: { id: customerId }, body: { slaLevel: "premium" }, version });
    await checks.pass(600, 20);
    expect(kindsOf("amsel.test")).toBeGreaterThanOrEqual(10);
  });

  it("is offline after three failures from connections of their own, and back after two answers", async () => {
    const id = await add("amsel.test");
    await checks.pass(1);
    checks.set("amsel.test", down);
    await checks.pass(301, 10);
    expect(await valuesOf(id)).toMatchObject({ status: "online" });
    await checks.pass(81);
    expect(await valuesOf(id)).toMatchObject({ status: "offline" });
    checks.set("amsel.test", undefined);
    await checks.pass(130);
    expect(await valuesOf(id)).toMatchObject({ status: "online" });
    expect(events()).toEqual(["up", "failing", "down", "up"]);
  });

  it("is impaired in its strip as in its status while it answers too slowly, and counts as reached", async () => {
    const id = await add("amsel.test");
    await checks.pass(1);
    checks.set("amsel.test", { phases: { dns: 2, connect: 10, tls: 20, ttfb: 8000, total: 9000 } });
    await checks.pass(5400, 20);
    expect(await valuesOf(id)).toMatchObject({ status: "degraded", uptime30d: 10_000 });
    const { points, uptime } = await api.check.availability({ type: "website", id, range: "24h" });
    expect(uptime).toBe(10_000);
    expect(points.some(({ seconds }) => (seconds.degraded ?? 0) > 0)).toBe(true);
  });

  it("keeps its version and its history while its status turns", async () => {
    const id = await add("amsel.test");
    const { version, updatedAt } = await api.website.get({ id });
    await checks.pass(2);
    expect(await api.website.get({ id })).toMatchObject({ version, updatedAt });
  });

  it("is not looked at while it is planned, archived or under a name that nobody can own", async () => {
    await add("geplant.test", { lifecycle: "planned" });
    const archived = await add("alt.test");
    const { version } = await api.website.get({ id: archived });
    await api.website.archive({ id: archived, version });
    await checks.pass(2);
    expect(checks.looked.filter(({ kind }) => kind === "http")).toEqual([]);
  });
});

it("a list that opens with what is worst has what nobody watches behind what is well", async () => {
  await add("schuppen.test", { name: "Alter Schuppen", lifecycle: "shutDown" });
  await add("amsel.test", { name: "Amsel" });
  await add("zeder.test", { name: "Zeder" });
  checks.set("zeder.test", down);
  await checks.pass(200, 5);
  const { data } = await api.website.list({ orderBy: [{ field: "status" }] });
  expect(data.map(({ title }) => title)).toEqual(["Zeder", "Amsel", "Alter Schuppen"]);
});

it.each(["website", "host", "domain"] as const)("a list of %ss opens with what is worst", async (type) => {
  const columns = { website: "status", host: "status", domain: "state" } as const;
  const states = ["online", "paused", "maintenance", "unknown", "degraded", "offline"] as const;
  const ids: string[] = [];
  for (const [index, state] of states.entries()) {
    const { id } = await createRecord(api, type, { name: type === "domain" ? `a${index}.example` : `A ${index}` });
    await office.services.db
      .updateTable(`${type}s`)
      .set({ [columns[type]]: state })
      .where("id", "=", id)
      .execute();
    ids.unshift(id);
  }
  const { data } = await api[type].list({});
  expect(data.map(({ id }) => id)).toEqual(ids);
});

describe("an engine that is killed", () => {
  it("takes up what was claimed, once its time has run out", async () => {
    await add("amsel.test");
    await checks.engine.sync();
    const now = office.services.now().getTime();
    const options = { limit: 10, isHanging: false, graceMs: 10_000 };
    const claimed = checks.store.schedule.claim({ ...options, now });
    expect(claimed.map(({ kind }) => kind)).toEqual(["http"]);
    expect(checks.store.schedule.claim({ ...options, now })).toEqual([]);
    expect(checks.store.schedule.claim({ ...options, now: now + 20_000 })).toHaveLength(1);
  });

  it("has no result twice: the one of a claim that somebody else has taken over is dropped", async () => {
    const id = await add("amsel.test");
    await checks.engine.sync();
    const now = office.services.now().getTime();
    const [first] = checks.store.schedule.claim({ now, limit: 1, isHanging: false, graceMs: 10_000 });
    office.advance(30_000);
    await checks.pass(1);
    const settled = checks.store.results.save([
      {
        check: first as NonNullable<typeof first>,
        isAsked: false,
        at: now,
        outcome: "failed",
        times: [null, null, null, null, 5],
        httpStatus: null,
        code: null,
        text: null,
        state: (first as NonNullable<typeof first>).state,
        dueAt: now,
        priority: 5,
        isHanging: false,
        facts: {},
        certificate: null,
        events: [{ kind: "down", data: {} }],
      },
    ]);
    expect(settled).toEqual({ taken: 0, events: 0 });
    expect(await valuesOf(id)).toMatchObject({ status: "online" });
  });

  it("does not use the numbers of events again that the portal has read already", async () => {
    await add("amsel.test");
    await checks.pass(1);
    const last = office.services.checks.reader()?.lastEvent() ?? 0;
    checks.store.sqlite.exec("delete from events; delete from sqlite_sequence");
    checks.set("amsel.test", down);
    await checks.pass(500, 10);
    const [next] = office.services.checks.reader()?.eventsAfter(0, 1) ?? [];
    expect(next?.id).toBe(last + 1);
  });
});

describe("the portal's own connection", () => {
  it("is to blame when many fall silent together with the canaries: no target goes offline", async () => {
    const ids = await Promise.all(["a", "b", "c", "d"].map((name) => add(`${name}.test`)));
    await checks.pass(61, 5);
    for (const name of ["a.test", "b.test", "c.test", "d.test", "1.1.1.1", "8.8.8.8"]) checks.set(name, down);
    await checks.pass(900, 5);
    for (const id of ids) expect(await valuesOf(id)).toMatchObject({ status: "online" });
    expect(events()).toContain("connectivityLost");
    expect(events()).not.toContain("down");
    for (const name of ["a.test", "b.test", "c.test", "d.test", "1.1.1.1", "8.8.8.8"]) checks.set(name, undefined);
    await checks.pass(600, 5);
    expect(events()).toContain("connectivityBack");
  });

  it("is not to blame where the canaries answer", async () => {
    const ids = await Promise.all(["a", "b", "c"].map((name) => add(`${name}.test`)));
    await checks.pass(61, 5);
    for (const name of ["a.test", "b.test", "c.test"]) checks.set(name, down);
    await checks.pass(500, 5);
    for (const id of ids) expect(await valuesOf(id)).toMatchObject({ status: "offline" });
    expect(events()).not.toContain("connectivityLost");
  });
});
