import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { inSql } from "../../../server/db/names.ts";
import { claimantTables, releaseClaims, releaseFuture } from "../../../server/jobs/claims.ts";
import { openLeases, workOff } from "../../../server/jobs/leases.ts";
import { backOffMs } from "../../../server/jobs/waits.ts";
// Whoever claims anything is known once the portal is.
import "../../../server/portal/portal.ts";
import { type Office, openOffice } from "../../support/office.ts";

const leaseMs = 5 * minuteMs;
const backOff = { firstMs: hourMs, maxMs: dayMs };
const leases = openLeases({ table: "lookups", key: ["kind", "targetId"], leaseMs, backOff });

interface Claimed {
  kind: string;
  targetId: string;
  claimedBy: string;
  claimedUntil: string;
  failures: number;
}

let office: Office;
let own: string;

beforeEach(async () => {
  office = await openOffice();
  own = office.services.nodes.id;
});

const at = () => office.services.now().toISOString();
const later = (ms: number) => new Date(office.services.now().getTime() + ms).toISOString();

async function note(...targets: string[]): Promise<void> {
  for (const targetId of targets)
    await office.services.db
      .insertInto("lookups")
      .values({ kind: "dns", targetId, subject: `${targetId}.example`, dueAt: at() })
      .execute();
}

const claim = () =>
  leases.claim<Claimed>(office.services, {
    where: sql`t.due_at <= ${at()}`,
    orderBy: sql`t.target_id`,
    returning: sql`failures`,
  });
const rows = () => office.services.db.selectFrom("lookups").selectAll().orderBy("targetId").execute();
const leaveTo = (claimedBy: string) =>
  office.services.db
    .updateTable("lookups")
    .set({ claimedBy, claimedUntil: later(minuteMs) })
    .execute();

async function mustClaim(): Promise<Claimed> {
  const claimed = await claim();
  if (!claimed) throw new Error("nothing is due");
  return claimed;
}

describe("a row that is due", () => {
  it("goes to one of many who claim at once, the first one first", async () => {
    await note("b", "a");
    const claimed = await Promise.all(Array.from({ length: 8 }, claim));
    expect(claimed.flatMap((each) => each?.targetId ?? [])).toEqual(["a", "b"]);
    expect(await rows()).toMatchObject([{ claimedBy: own }, { claimedBy: own }]);
  });

  it("is claimed by its key alone, whatever else has the same parts of it", async () => {
    await note("a");
    await office.services.db
      .insertInto("lookups")
      .values({ kind: "registration", targetId: "a", subject: "a.example", dueAt: later(hourMs) })
      .execute();
    expect(await claim()).toMatchObject({ kind: "dns", targetId: "a", claimedUntil: later(leaseMs), failures: 0 });
    expect(await claim()).toBeUndefined();
  });

  it("that somebody has made due meanwhile stays due over a failure, and not over an answer", async () => {
    await note("a", "b");
    const [answered, failed] = [await mustClaim(), await mustClaim()];
    office.advance(1000);
    const asked = at();
    await office.services.db.updateTable("lookups").set({ dueAt: asked }).execute();
    office.advance(1000);
    await leases.giveBack(office.services.db, answered, { dueAt: later(dayMs), failures: 0 });
    await leases.fail(office.services.db, failed, { at: office.services.now(), error: "Keine Antwort." });
    expect(await rows()).toMatchObject([
      { dueAt: later(dayMs), failures: 0, claimedBy: null },
      { dueAt: asked, failures: 1, claimedBy: null },
    ]);
  });

  it("is another's until their lease ends, and then whoever's comes first", async () => {
    await note("a");
    await leaveTo("another process");
    expect(await claim()).toBeUndefined();
    office.advance(minuteMs);
    expect(await claim()).toMatchObject({ targetId: "a" });
  });
});

describe("what came of a row", () => {
  it("is kept by who holds it, and ends the lease", async () => {
    await note("a");
    const lease = await mustClaim();
    expect(await leases.holds(office.services.db, lease)).toBe(true);
    expect(await leases.giveBack(office.services.db, lease, { dueAt: later(dayMs) })).toBe(true);
    expect(await rows()).toMatchObject([{ claimedBy: null, claimedUntil: null, dueAt: later(dayMs) }]);
    expect(await leases.giveBack(office.services.db, lease, { dueAt: at() })).toBe(false);
  });

  it("is forgotten when another process has taken over, or this one has claimed it once more", async () => {
    await note("a");
    const first = await mustClaim();
    office.advance(leaseMs);
    const second = await mustClaim();
    expect(await leases.holds(office.services.db, first)).toBe(false);
    expect(await leases.giveBack(office.services.db, first, { error: "zu spät" })).toBe(false);
    await leaveTo("another process");
    expect(await leases.giveBack(office.services.db, second, { error: "zu spät" })).toBe(false);
    expect(await rows()).toMatchObject([{ claimedBy: "another process", error: null }]);
  });

  it("counts as a failure that is tried again later and later, at the earliest when others want it", async () => {
    await note("a");
    const fail = async (atLeastMs?: number) => {
      const lease = await mustClaim();
      const failure = { at: office.services.now(), error: "Niemand antwortet.", ...(atLeastMs && { atLeastMs }) };
      expect(await leases.fail(office.services.db, lease, failure)).toBe(true);
      const [row] = await rows();
      const waitMs = Date.parse(row?.dueAt ?? "") - office.services.now().getTime();
      office.advance(waitMs);
      return [row?.failures, Math.round(waitMs / hourMs), row?.error];
    };
    expect(await fail()).toEqual([1, 1, "Niemand antwortet."]);
    expect(await fail()).toEqual([2, 2, "Niemand antwortet."]);
    expect(await fail(dayMs)).toEqual([3, 24, "Niemand antwortet."]);
  });
});

it("waits double with every failure, spread by a tenth, and never beyond the longest wait", () => {
  for (const [failures, ms] of [
    [0, hourMs],
    [3, 8 * hourMs],
    [5, dayMs],
    [2000, dayMs],
  ] as const)
    for (let time = 0; time < 50; time += 1) {
      const waitMs = backOffMs(backOff, failures);
      expect(waitMs).toBeGreaterThanOrEqual(ms * 0.9);
      expect(waitMs).toBeLessThanOrEqual(ms * 1.1);
    }
});

describe("claims that nobody holds", () => {
  it("are free at the next start, and one's own stay", async () => {
    await note("a", "b");
    await leaveTo("a process that is gone");
    await releaseClaims(office.services, office.services.now());
    await mustClaim();
    await releaseClaims(office.services, office.services.now());
    expect(await rows()).toMatchObject([{ claimedBy: own }, { claimedBy: null }]);
  });

  it("do not wait for a clock that was ahead, nor does what was put off by it", async () => {
    await note("claimed", "tried", "waiting");
    const { db } = office.services;
    const set = (targetId: string, values: object) =>
      db.updateTable("lookups").set(values).where("targetId", "=", targetId).execute();
    await set("claimed", { claimedBy: own, claimedUntil: later(dayMs + leaseMs) });
    await set("tried", { triedAt: later(dayMs), dueAt: later(8 * dayMs) });
    await set("waiting", { triedAt: at(), dueAt: later(8 * dayMs) });
    await releaseFuture(office.services);
    expect(await rows()).toMatchObject([
      { targetId: "claimed", claimedBy: null, dueAt: at() },
      { targetId: "tried", dueAt: at() },
      { targetId: "waiting", dueAt: later(8 * dayMs) },
    ]);
  });

  it("are known of every table in which processes claim rows", async () => {
    const tables = await office.services.db.introspection.getTables();
    const claimed = tables.filter(({ columns }) => columns.some(({ name }) => inSql(name) === "claimed_by"));
    expect(claimantTables().map(inSql).sort()).toEqual(claimed.map(({ name }) => inSql(name)).sort());
  });
});

describe("working rows off", () => {
  it("works on so many at a time until none is left", async () => {
    const left = [1, 2, 3, 4, 5];
    const open: (() => void)[] = [];
    let most = 0;
    const running = workOff({
      atOnce: 2,
      claim: async () => left.shift(),
      work: () =>
        new Promise((resolve) => {
          open.push(() => resolve(undefined));
          most = Math.max(most, open.length);
          if (open.length === 2 || left.length === 0) for (const end of open.splice(0)) end();
        }),
    });
    expect(await running).toEqual({ count: 5, isOver: false });
    expect(most).toBe(2);
  });

  it("claims nothing more once it is stopped, or there is no use in going on", async () => {
    const endless = async () => 1;
    let count = 0;
    const isStopped = () => count === 3;
    const counting = async () => {
      count += 1;
      return undefined;
    };
    expect(await workOff({ atOnce: 1, claim: endless, work: counting, isStopped })).toEqual({
      count: 3,
      isOver: false,
    });
    expect(await workOff({ atOnce: 4, claim: endless, work: async () => "over" })).toMatchObject({ isOver: true });
  });
});
