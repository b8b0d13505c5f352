import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { down } from "../../support/check-office.ts";
import { answered, refused } from "../../support/checks/agent-desk.ts";
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

describe("a website that is looked at from elsewhere alone", () => {
  it("is not looked at by the portal, and has the status and the response time that the agent finds", async () => {
    const { id, checkId } = await desk.watch([helsinki.id]);
    await checks.pass(1);
    expect(checks.looked).toEqual([]);
    await helsinki.report(checkId);
    await checks.pass(1);
    expect((await admin.website.get({ id })).values).toMatchObject({
      status: "online",
      responseTimeMs: 80,
      uptime30d: 10_000,
    });
    await desk.fail(helsinki, checkId);
    expect(await desk.statusOf(id)).toBe("offline");
    expect(await desk.causeOf(id)).toBe("Verbindung abgelehnt: von Helsinki aus nicht erreichbar");
    expect(desk.kinds()).toEqual(["up", "failing", "down"]);
  });

  it("is unknown once its only agent falls silent, not down, and what it says next counts again", async () => {
    const { id, checkId } = await desk.watch([helsinki.id]);
    await helsinki.report(checkId);
    await checks.pass(1);
    await desk.fail(helsinki, checkId);
    expect(await desk.statusOf(id)).toBe("offline");
    await checks.pass(100, 20);
    expect(await desk.statusOf(id)).toBe("unknown");
    await helsinki.report(checkId);
    await checks.pass(20, 20);
    await helsinki.report(checkId);
    await checks.pass(1);
    expect(await desk.statusOf(id)).toBe("online");
  });
});

describe("a website that gets another vantage point", () => {
  it("is unknown while nobody has looked from there, stays what it is where the portal looks, and is looked at as soon as it does again", async () => {
    const { id } = await desk.watch([]);
    await checks.pass(1);
    expect(await desk.statusOf(id)).toBe("online");
    const choose = async (points: string[]) => {
      const { config, version } = await admin.check.settings({ type: "website", id });
      await admin.check.configure({ type: "website", id, version, config: { ...config, points } });
      await checks.pass(2);
    };
    await choose(["portal", helsinki.id]);
    expect(await desk.statusOf(id)).toBe("online");
    await choose([helsinki.id]);
    expect(await desk.statusOf(id)).toBe("unknown");
    await choose([]);
    expect(await desk.statusOf(id)).toBe("online");
  });
});

describe("a website that is looked at from several places", () => {
  it("is impaired where one of three does not reach it, and offline where two do not", async () => {
    const { id, checkId } = await desk.watch(["portal", helsinki.id, frankfurt.id]);
    await checks.pass(1);
    await frankfurt.report(checkId);
    await checks.pass(1);
    await desk.fail(helsinki, checkId);
    expect(await desk.statusOf(id)).toBe("degraded");
    expect(await desk.causeOf(id)).toBe(
      "Verbindung abgelehnt: von Helsinki aus nicht erreichbar, vom Portal und von Frankfurt aus ja",
    );
    await helsinki.report(checkId, refused);
    await desk.fail(frankfurt, checkId);
    expect(await desk.statusOf(id)).toBe("offline");
    const incidents = await office.services.db.selectFrom("incidents").select("cause").execute();
    expect(incidents).toEqual([
      { cause: "Verbindung abgelehnt: von Helsinki und Frankfurt aus nicht erreichbar, vom Portal aus ja" },
    ]);
    const { checks: own } = await admin.check.get({ type: "website", id });
    expect(own[0]?.sightings).toMatchObject([
      { name: "Portal", status: "online", responseTimeMs: 100 },
      { name: "Helsinki", status: "offline", isSilent: false },
      { name: "Frankfurt", status: "offline", cause: "Verbindung abgelehnt" },
    ]);
  });

  it("is not down by the word of an agent that fell silent", async () => {
    const { id, checkId } = await desk.watch(["portal", helsinki.id, frankfurt.id]);
    await checks.pass(1);
    await desk.fail(helsinki, checkId);
    await helsinki.report(checkId, refused);
    await desk.fail(frankfurt, checkId);
    expect(await desk.statusOf(id)).toBe("offline");
    await frankfurt.plan();
    await checks.pass(60, 20);
    // Of those that still report one of two does not reach it.
    expect(await desk.statusOf(id)).toBe("degraded");
    await checks.pass(60, 20);
    expect(await desk.statusOf(id)).toBe("online");
  });

  it.each([
    ["any", "offline"],
    ["all", "degraded"],
    ["majority", "degraded"],
  ] as const)("by the rule „%s“ is %s where one of two does not reach it", async (rule, status) => {
    const { id, checkId } = await desk.watch(["portal", helsinki.id], rule);
    await checks.pass(1);
    await desk.fail(helsinki, checkId);
    expect(await desk.statusOf(id)).toBe(status);
  });

  it("is down where the portal itself is one of those that do not reach it", async () => {
    const { id, checkId } = await desk.watch(["portal", helsinki.id]);
    await checks.pass(1);
    checks.set("amsel.test", down);
    for (let seconds = 0; seconds < 420; seconds += 20) {
      await helsinki.report(checkId, refused);
      await checks.pass(20, 20);
    }
    expect(await desk.statusOf(id)).toBe("offline");
    expect(await desk.causeOf(id)).toBe("Verbindung abgelehnt: vom Portal und von Helsinki aus nicht erreichbar");
  });

  it("is not doubted by an agent whose own connection is gone", async () => {
    const { id, checkId } = await desk.watch([helsinki.id, frankfurt.id], "any");
    await frankfurt.report(checkId);
    await helsinki.report(checkId);
    await checks.pass(1);
    for (const seq of [11, 12, 13, 14]) {
      const at = office.services.now().getTime();
      await helsinki.handIn([{ seq, checkId, at, isBlind: true, found: refused }]);
      await frankfurt.report(checkId);
      await checks.pass(20, 20);
    }
    expect(await desk.statusOf(id)).toBe("online");
  });

  it("has response times by vantage point for a day", async () => {
    const { id, checkId } = await desk.watch(["portal", helsinki.id]);
    await checks.pass(1);
    await helsinki.report(checkId, { ...answered, phases: { total: 200 } });
    await checks.pass(1);
    const { byVantagePoint } = await admin.check.availability({ type: "website", id, range: "24h" });
    const last = byVantagePoint.map(({ name, values }) => [name, values.at(-1)]);
    expect(last).toEqual([
      ["Portal", 100],
      ["Helsinki", 200],
    ]);
    expect((await admin.check.availability({ type: "website", id, range: "7d" })).byVantagePoint).toEqual([]);
  });
});
