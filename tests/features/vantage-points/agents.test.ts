import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tellSilentPoints } from "../../../server/features/vantage-points/silent.ts";
import { refused } from "../../support/checks/agent-desk.ts";
import { openVantageOffice, type VantageOffice } from "../../support/checks/vantage-office.ts";

let office: VantageOffice["office"];
let checks: VantageOffice["checks"];
let admin: VantageOffice["admin"];
let helsinki: VantageOffice["helsinki"];
let frankfurt: VantageOffice["frankfurt"];
let desk: VantageOffice;

beforeEach(async () => {
  desk = await openVantageOffice();
  ({ office, checks, admin, helsinki, frankfurt } = desk);
});
afterEach(() => desk.close());

describe("an agent", () => {
  it.each(["/api/agent/plan", "/api/agent/results"])("is nobody at %s without a token that holds", async (path) => {
    const body = { position: { revision: 0, id: "" }, results: [] };
    expect((await helsinki.send(path, body, { Authorization: "" })).status).toBe(401);
    expect((await helsinki.send(path, body, { Authorization: "Bearer mtca_geraten-geraten" })).status).toBe(401);
    await admin.vantagePoint.revoke({ id: helsinki.id });
    expect((await helsinki.send(path, body)).status).toBe(401);
    await admin.vantagePoint.renew({ id: helsinki.id });
    expect((await helsinki.send(path, body)).status).toBe(401);
    expect((await admin.vantagePoint.list({})).map(({ lastAt }) => lastAt)).toEqual([null, null]);
  });

  it.each<[string, object]>([
    ["of another protocol", { protocol: 2, position: { revision: 0, id: "" } }],
    ["without a run", { runId: "", position: { revision: 0, id: "" } }],
    ["without a position", {}],
  ])("%s is not understood", async (_, body) => {
    expect((await helsinki.send("/api/agent/plan", body)).status).toBe(400);
  });

  it("is told what is looked at from its vantage point, and its secrets, and of the others their ids alone", async () => {
    const { checkId } = await desk.watch([helsinki.id]);
    const plan = await helsinki.plan();
    expect(plan).toMatchObject({ name: "Helsinki", now: office.services.now().getTime() });
    expect(plan.checks).toMatchObject([{ id: checkId, kind: "http", isActive: true, address: "amsel.test:80" }]);
    const other = await frankfurt.plan();
    expect(other.checks).toMatchObject([{ id: checkId, isActive: false, isRemoved: true, address: "", config: "{}" }]);
    const last = plan.checks.at(-1);
    expect((await helsinki.plan({ revision: Number(last?.revision), id: String(last?.id) })).checks).toEqual([]);
  });

  it("hears of a choice that was taken back, and everything anew from a portal that knows less", async () => {
    const { id, checkId } = await desk.watch([helsinki.id]);
    const [first] = (await helsinki.plan()).checks;
    const { config, version } = await admin.check.settings({ type: "website", id });
    await admin.check.configure({ type: "website", id, version, config: { ...config, points: [] } });
    const { checks: changed } = await helsinki.plan({ revision: Number(first?.revision), id: checkId });
    expect(changed).toMatchObject([{ id: checkId, isRemoved: true }]);
    expect((await helsinki.plan({ revision: 1_000_000, id: "z" })).checks).toHaveLength(1);
  });

  it("is seen with its version, what it holds and how wrong its clock is", async () => {
    await helsinki.plan(undefined, { held: 12 });
    const clock = office.services.now().getTime() + 5 * 60_000;
    await frankfurt.plan(undefined, { clock });
    expect(await admin.vantagePoint.list({})).toMatchObject([
      { name: "Frankfurt", state: "clockOff", clockOffMs: 300_000 },
      { name: "Helsinki", state: "online", heldResults: 12, version: "0.3.0" },
    ]);
    office.advance(120_000);
    expect((await admin.vantagePoint.list({})).map(({ state }) => state)).toEqual(["silent", "silent"]);
  });
});

describe("results of an agent", () => {
  it("count of its own checks alone", async () => {
    const own = await desk.watch([helsinki.id]);
    const { id } = await admin.website.create({ body: { url: "http://meise.test/", lifecycle: "live" } });
    const foreign = String((await admin.check.get({ type: "website", id })).checks[0]?.id);
    await checks.pass(1);
    const at = office.services.now().getTime();
    const answer = await helsinki.handIn([
      { seq: 1, checkId: foreign, at, found: refused },
      { seq: 2, checkId: own.checkId, at },
      { seq: 3, checkId: "gibt-es-nicht", at },
    ]);
    expect(answer).toMatchObject({
      lastSeq: 3,
      refused: [
        { seq: 1, checkId: foreign, reason: "foreign" },
        { seq: 3, reason: "foreign" },
      ],
    });
    await checks.pass(1);
    expect(desk.counted()).toBe(1);
    expect(await desk.statusOf(own.id)).toBe("online");
    await frankfurt.handIn([{ seq: 1, checkId: own.checkId, at }]);
    await checks.pass(1);
    expect(desk.counted()).toBe(1);
  });

  it("do not count while their check is paused, or of times at which nobody looked", async () => {
    const { id, checkId } = await desk.watch([helsinki.id]);
    await checks.pass(1);
    const now = office.services.now().getTime();
    const times = [now + 3_600_000, now - 25 * 3_600_000, 0];
    const { refused: wrong } = await helsinki.handIn(times.map((at, index) => ({ seq: index + 1, checkId, at })));
    expect(wrong.map(({ reason }) => reason)).toEqual(["time", "time", "time"]);
    await admin.check.pause({ type: "website", selection: { ids: [id] }, isPaused: true });
    const { refused: late } = await helsinki.handIn([{ seq: 4, checkId, at: now }]);
    expect(late).toMatchObject([{ seq: 4, reason: "foreign" }]);
    await checks.pass(1);
    expect(desk.counted()).toBe(0);
  });

  it("count once, however often their batch comes", async () => {
    const { checkId } = await desk.watch([helsinki.id]);
    await checks.pass(1);
    const at = office.services.now().getTime();
    const batch = [1, 2, 3].map((seq) => ({ seq, checkId, at: at + seq }));
    const [one, other] = await Promise.all([helsinki.handIn(batch), helsinki.handIn(batch)]);
    expect([one.lastSeq, other.lastSeq]).toEqual([3, 3]);
    await checks.pass(1);
    expect(desk.counted()).toBe(3);
    expect(await helsinki.handIn([...batch, { seq: 4, checkId, at: at + 4 }])).toMatchObject({
      lastSeq: 4,
      refused: [],
    });
    await helsinki.handIn(batch);
    await checks.pass(1);
    expect(desk.counted()).toBe(4);
    expect(await office.services.db.selectFrom("vantageBatches").selectAll().execute()).toHaveLength(1);
  });

  it("are counted again by nobody after a crash of the checker, and by the next run from one on", async () => {
    const { checkId } = await desk.watch([helsinki.id]);
    await checks.pass(1);
    const at = office.services.now().getTime();
    await helsinki.handIn([{ seq: 1, checkId, at }]);
    await checks.engine.sync();
    await checks.engine.sync();
    expect(desk.counted()).toBe(1);
    await helsinki.handIn([{ seq: 1, checkId, at: at + 1000 }], { runId: "another-run-of-it" });
    await checks.pass(1);
    expect(desk.counted()).toBe(2);
  });
});

describe("„Jetzt prüfen“", () => {
  it("waits for what an agent finds after it was asked, and takes nothing older for an answer", async () => {
    const { id, checkId } = await desk.watch([helsinki.id]);
    await checks.pass(1);
    const before = office.services.now().getTime();
    office.advance(5000);
    const asked = admin.check.run({ type: "website", id });
    await expect.poll(async () => (await helsinki.plan()).checks[0]?.askedAt).toBeGreaterThan(before);
    await helsinki.handIn([{ seq: 1, checkId, at: before }]);
    await checks.engine.sync();
    office.advance(1000);
    await helsinki.handIn([{ seq: 2, checkId, at: office.services.now().getTime(), found: refused }]);
    await checks.engine.sync();
    office.services.checks.announceStored();
    expect((await asked).results).toMatchObject([{ outcome: "failed", code: "refused" }]);
  });
});

describe("an agent that falls silent", () => {
  const told = () =>
    office.services.db.selectFrom("notifications").select("title").where("title", "like", "Messpunkt%").execute();

  it("is told to the admins once, not before the portal could have heard it, and again after it was back", async () => {
    await helsinki.plan();
    office.advance(3_600_000);
    await tellSilentPoints(office.services);
    expect(await told()).toEqual([]);
    await helsinki.plan();
    office.advance(120_000);
    await tellSilentPoints(office.services);
    await tellSilentPoints(office.services);
    expect(await told()).toEqual([{ title: "Messpunkt Helsinki meldet sich nicht" }]);
    const { lights } = await admin.system.get({});
    expect(lights.find(({ key }) => key === "vantagePoints")).toMatchObject({
      state: "bad",
      value: expect.stringContaining("Helsinki meldet sich nicht seit 20.11.2026, 11:13 Uhr"),
    });
    await helsinki.plan();
    await tellSilentPoints(office.services);
    const row = await office.services.db
      .selectFrom("vantagePoints")
      .select("silenceToldAt")
      .where("id", "=", helsinki.id)
      .executeTakeFirst();
    expect(row?.silenceToldAt).toBeNull();
  });
});
