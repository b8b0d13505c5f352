import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newCheckState } from "../../../contract/checks/judge.ts";
import { type CheckOutcome, checkOutcomes } from "../../../contract/checks/status.ts";
import { addSpans, noSpans, type Seen, type Spans, spansOf, uptimeOf } from "../../../contract/checks/uptime.ts";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { setPortalTimeZone } from "../../../contract/time/time-zone.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { packResults, type StoredResult, unpackResults } from "../../../server/checks/store/packing.ts";
import { figureQueries, readerOf, type StoreReader } from "../../../server/checks/store/read-store.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";
import { chanceOf } from "../../support/chance.ts";

const hourS = 3600;
const dayS = 24 * hourS;

/** The same as `spansOf`, second by second. */
function slowly(seen: readonly Seen[], fromS: number, untilS: number): Spans {
  const spans = noSpans();
  for (let second = fromS; second < untilS; second += 1) {
    const last = seen.findLast(({ atS }) => atS <= second);
    const holds = last && second < last.atS + Math.ceil(last.holdS * 2.5);
    spans[holds ? last.outcome : "unknown"] += 1;
  }
  return spans;
}

/** What a check may have gone through: outages, maintenance, pauses, restarts, other intervals. */
function historyOf(seed: number, fromS: number, untilS: number): StoredResult[] {
  const chance = chanceOf(seed);
  const results: StoredResult[] = [];
  let holdS = 60;
  let outcome: CheckOutcome = "ok";
  for (let atS = fromS; atS < untilS; ) {
    const dice = chance.next();
    if (dice < 0.02) outcome = checkOutcomes[chance.below(checkOutcomes.length)] ?? "ok";
    if (dice > 0.995) holdS = [30, 60, 300, 3600][chance.below(4)] ?? 60;
    const isDown = outcome === "failed";
    const phase = () => (chance.next() < 0.05 ? null : chance.below(400));
    const times = isDown
      ? ([null, null, null, null, 5] as const)
      : ([phase(), phase(), phase(), phase(), 500] as const);
    results.push({ atS, outcome, holdS, httpStatus: isDown ? null : 200, times });
    const isOff = chance.next() < 0.003;
    atS += Math.max(1, holdS + chance.below(5) - 2) + (isOff ? chance.below(6 * hourS) : 0);
  }
  return results;
}

describe("results in a block", () => {
  it.each([1, 2, 3, 4, 5])("come out as they went in (%i)", (seed) => {
    const results = historyOf(seed, 1_770_000_000, 1_770_000_000 + 2 * dayS);
    expect(unpackResults(packResults(results))).toEqual(results);
  });

  it("take less than seven bytes each with all phases", () => {
    const chance = chanceOf(7);
    const around = (middle: number, width: number) => Math.round(middle + width * (chance.next() - 0.5));
    const results = Array.from({ length: 60 }, (_, index): StoredResult => {
      const phases = [around(4, 6), around(18, 10), around(35, 16), around(120, 90)] as const;
      const total = phases.reduce((sum, value) => sum + value, around(8, 8));
      const atS = 1_770_000_000 + index * 60 + chance.below(2);
      return { atS, outcome: "ok", holdS: 60, httpStatus: 200, times: [...phases, total] };
    });
    expect(packResults(results).length / results.length).toBeLessThan(7);
  });
});

describe("time by outcomes", () => {
  it.each([11, 12, 13, 14, 15, 16])("is what counting the seconds gives (%i)", (seed) => {
    const fromS = 1_770_000_000;
    const seen = historyOf(seed, fromS - 2 * hourS, fromS + 5 * hourS);
    for (const [from, until] of [
      [0, hourS],
      [1, 2],
      [0, 5 * hourS],
      [1234, 9876],
    ] as const)
      expect(spansOf(seen, fromS + from, fromS + until)).toEqual(slowly(seen, fromS + from, fromS + until));
  });

  it("is no full availability where a second is missing, and none where nothing is known", () => {
    expect(uptimeOf({ ...noSpans(), ok: 10_000_000, failed: 1 })).toBe(9999);
    expect(uptimeOf({ ...noSpans(), maintenance: 100, unknown: 100 })).toBeNull();
    expect(uptimeOf({ ...noSpans(), ok: 50, degraded: 50, maintenance: 900, failed: 100 })).toBe(5000);
  });
});

describe("hours and days", () => {
  let store: Store;
  let reader: StoreReader;
  /** The week in which clocks go back in Germany. */
  const fromS = Math.floor(Date.parse("2026-10-22T00:00:00Z") / 1000);
  const untilS = fromS + 7 * dayS;

  beforeEach(() => {
    store = openStore(":memory:");
    reader = readerOf(store.sqlite);
  });
  afterEach(() => {
    store.close();
    setPortalTimeZone("Europe/Berlin");
  });

  function fill(
    results: readonly StoredResult[],
    { look, isBehind = false }: { look?: (index: number) => void; isBehind?: boolean } = {},
  ) {
    const wanted = {
      id: "check",
      kind: "http" as const,
      target: { type: "website" as const, id: "site" },
      address: "a:80",
      intervalS: 60,
      timeoutMs: 1000,
      priority: 5,
      isActive: true,
      isRemoved: false,
      config: "{}",
      secret: null,
      quietFrom: null,
      quietUntil: null,
      askedAt: null,
      revision: 1,
    };
    store.schedule.apply([wanted], fromS * 1000, () => 0);
    for (const [index, { atS, outcome, holdS, httpStatus, times }] of results.entries()) {
      store.schedule.apply([{ ...wanted, intervalS: holdS }], atS * 1000, () => 0);
      const [check] = store.schedule.claim({ now: atS * 1000, limit: 1, isHanging: false, graceMs: 0 });
      if (!check) throw new Error("nothing was due");
      store.results.save([
        {
          check,
          isAsked: false,
          at: atS * 1000,
          outcome,
          times,
          httpStatus,
          code: null,
          text: null,
          state: newCheckState,
          dueAt: atS * 1000,
          priority: 5,
          isHanging: false,
          facts: {},
          certificate: null,
          events: [],
        },
      ]);
      // Sums up as it does while time passes, now and then an hour late.
      if (!isBehind) store.rollUp.rollUp(atS - (atS % 3 === 0 ? hourS : 0), 10);
      look?.(index);
    }
    if (!isBehind) store.rollUp.rollUp(untilS + hourS, 10);
  }

  it.each([21, 22])("sum up to what counting the seconds gives, also on the day of 25 hours (%i)", (seed) => {
    const results = historyOf(seed, fromS, untilS);
    fill(results);
    expect(reader.results("check", fromS, untilS)).toEqual(results);
    const hours = reader.hours("check", fromS, untilS);
    for (const { startS, bucket } of hours)
      expect([startS, bucket.spans]).toEqual([startS, spansOf(results, startS, startS + hourS)]);
    const known = hours.reduce((sum, { bucket }) => sum + hourS - bucket.spans.unknown, 0);
    expect(known).toBe(7 * dayS - spansOf(results, fromS, untilS).unknown);
    for (const { day, bucket } of reader.days("check", "2026-10-23", "2026-10-27")) {
      const seconds = Object.values(bucket.spans).reduce((sum, value) => sum + value, 0);
      const ofDay = hours.filter(({ startS }) => portalDate(new Date(startS * 1000)) === day);
      expect([day, seconds]).toEqual([day, ofDay.length * hourS]);
    }
    const [figures] = reader.figures(["check"]);
    expect(figures?.uptime).toBe(uptimeOf(spansOf(results, fromS, untilS)));
  });

  it.each([61, 62])("are the same where a week has to be summed up, which is done a day at a time (%i)", (seed) => {
    const results = historyOf(seed, fromS, untilS);
    fill(results, { isBehind: true });
    let parts = 0;
    while (store.rollUp.rollUp(untilS + hourS, 1) === 1) parts += 1;
    expect(parts).toBeGreaterThan(5);
    expect(parts).toBeLessThan(10);
    expect(reader.results("check", fromS, untilS)).toEqual(results);
    for (let startS = fromS; startS < untilS; startS += 5 * hourS)
      expect(reader.results("check", startS, startS + hourS)).toEqual(
        results.filter(({ atS }) => atS >= startS && atS < startS + hourS),
      );
    for (const { startS, bucket } of reader.hours("check", fromS, untilS))
      expect([startS, bucket.spans]).toEqual([startS, spansOf(results, startS, startS + hourS)]);
    const [figures] = reader.figures(["check"]);
    expect(figures?.uptime).toBe(uptimeOf(spansOf(results, fromS, untilS)));
  });

  it.each([51, 52, 53])("have the hour that runs in the uptime, at any moment of it (%i)", (seed) => {
    const results = historyOf(seed, fromS, fromS + 2 * dayS);
    const wrong: unknown[] = [];
    const look = (index: number) => {
      const expected = uptimeOf(spansOf(results.slice(0, index + 1), fromS, results[index]?.atS ?? fromS));
      const [figures] = reader.figures(["check"]);
      if (expected !== null && figures?.uptime !== expected) wrong.push({ index, expected, uptime: figures?.uptime });
    };
    fill(results, { look });
    expect(wrong).toEqual([]);
  });

  it("find what has failed in the hour that runs, and what was seen since, without reading the rest", () => {
    const plan = (query: string, ...values: unknown[]) =>
      store.sqlite
        .prepare<unknown[], { detail: string }>(`explain query plan ${query}`)
        .all(...values)
        .map(({ detail }) => detail)
        .join("; ");
    const since = plan(figureQueries.since, 0, 500);
    expect(since).toMatch(/SEARCH s USING INDEX schedule_seen \(seen_at>\?\)/);
    for (const query of [since, plan(figureQueries.wanted, "[]")]) {
      expect(query).toMatch(/SEARCH r USING PRIMARY KEY \(no=\? AND at_s>\?\)/);
      expect(query).not.toMatch(/SCAN [scr]\b|TEMP B-TREE/);
    }
  });

  it.each([
    ["Europe/Berlin", "2026-10-25"],
    ["Asia/Kolkata", "2026-10-25"],
    ["Asia/Kathmandu", "2026-10-25"],
    ["Australia/Adelaide", "2026-10-25"],
  ])("begin where the clocks of %s show midnight", (zone, day) => {
    setPortalTimeZone(zone);
    const results = historyOf(41, fromS, untilS);
    fill(results);
    const startOf = (date: string) => Math.floor(portalMoment(date, "00:00").getTime() / 1000);
    const days = reader.days("check", addDays(day, -1), addDays(day, 1));
    expect(days.map((each) => each.day)).toEqual([addDays(day, -1), day, addDays(day, 1)]);
    for (const { day: date, bucket } of days) {
      // Hours of which nothing is known have no row: what is left of the day is unknown.
      const { unknown: _, ...known } = bucket.spans;
      const seen = results.filter(({ atS }) => portalDate(new Date(atS * 1000)) === date);
      expect([date, bucket.count]).toEqual([date, seen.length]);
      expect(spansOf(results, startOf(date), startOf(addDays(date, 1)))).toMatchObject(known);
      expect(bucket.max).toBe(seen.some(({ outcome }) => outcome !== "failed") ? 500 : null);
    }
  });

  it.each([1, 2, 3])("hold the hours that are not summed up yet, up to the last look (%i)", (seed) => {
    const results = historyOf(seed, fromS, fromS + 2 * dayS);
    for (const isBehind of [false, true]) {
      store.close();
      store = openStore(":memory:");
      reader = readerOf(store.sqlite);
      fill(results, { isBehind });
      const first = results[0]?.atS ?? 0;
      const summedS = Number(store.sqlite.prepare("select rolled_until_s from schedule").pluck().get());
      const endS = Math.max(results.at(-1)?.atS ?? 0, summedS);
      const days = reader.days("check", "2000-01-01", "2100-01-01");
      const sum = noSpans();
      for (const { bucket } of days) addSpans(sum, bucket.spans);
      const { unknown: _, ...known } = spansOf(results, first, endS);
      expect(sum).toMatchObject(known);
      const counted = days.reduce((all, { bucket }) => all + bucket.count, 0);
      expect(counted).toBe(results.filter(({ atS }) => atS < endS).length);
    }
  });

  it("outlive the results, which go after thirty days, and end after their own time", () => {
    fill(historyOf(31, fromS, fromS + dayS));
    const prune = (days: number) => store.rollUp.prune(fromS + days * dayS, 0, 10);
    prune(33);
    expect(reader.results("check", fromS, untilS)).toEqual([]);
    expect(reader.hours("check", fromS, untilS).length).toBeGreaterThan(10);
    prune(400);
    expect(reader.hours("check", fromS, untilS)).toEqual([]);
    expect(reader.days("check", "2026-10-01", "2026-10-31").length).toBeGreaterThan(0);
    prune(6 * 366);
    expect(reader.days("check", "2026-10-01", "2026-10-31")).toEqual([]);
  });
});
