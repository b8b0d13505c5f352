import { type CheckOutcome, checkOutcomes } from "../../../contract/checks/status.ts";
import { uptimeOf } from "../../../contract/checks/uptime.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Bucket, bucketOf, mergeBuckets, packBuckets, unpackBuckets } from "./buckets.ts";
import { keyOf, type StoreFile } from "./open-store.ts";
import { packResults, type StoredResult } from "./packing.ts";
import { openKeptSpans } from "./running-hour.ts";

const hourS = 3600;
const dayS = 24 * hourS;
const quarterS = 15 * 60;
/** A probe of the last minute of an hour may still be under way when the next one begins. */
const graceS = 180;
/** A block is worth its row from so many results on, or once its first one is a day old. */
const minBlock = 48;
/** Hundredths of a percent. */
const whole = 10_000;

/** How long what is kept: results themselves, hours and days. */
export const keptDays = { results: 30, hours: 396, days: 5 * 366 } as const;

export interface Rolling {
  no: number;
  rolledUntilS: number;
  carryAtS: number | null;
  carryOutcome: CheckOutcome | null;
  carryHoldS: number | null;
  uptime: number | null;
}

/** Sums up hours and days, packs results into blocks and forgets what is old; each call is a part of the work. */
export function openRollUp(sqlite: StoreFile) {
  const open = sqlite.prepare<unknown[], Rolling>(`select no, rolled_until_s as rolledUntilS, carry_at_s as carryAtS,
      carry_outcome as carryOutcome, carry_hold_s as carryHoldS, uptime
    from schedule where rolled_until_s < ? order by rolled_until_s limit ?`);
  const hot = sqlite.prepare<
    unknown[],
    HotRow
  >(`select at_s as atS, outcome, hold_s as holdS, http_status as httpStatus, dns, connect, tls,
      ttfb, total from results where no = ? and at_s < ? order by at_s`);
  const rolled = sqlite.prepare(`update schedule set rolled_until_s = ?, carry_at_s = ?, carry_outcome = ?,
      carry_hold_s = ?, uptime = coalesce(?, uptime) where no = ?`);
  const next = sqlite
    .prepare<unknown[], number | null>("select min(at_s) from results where no = ? and at_s >= ?")
    .pluck();
  const pack = openPacking(sqlite);
  const keptSpans = openKeptSpans(sqlite);
  const tables = { hours: statementsOf(sqlite, "hours"), days: statementsOf(sqlite, "days") };

  /** Each hour is summed up once, so that what is kept of a stretch of time can grow by it. */
  const mergeInto = (table: "hours" | "days", key: number, parts: readonly (readonly [number, Bucket[]])[]) => {
    const { get, put } = tables[table];
    const kept = get.get(key);
    const buckets = kept ? unpackBuckets(kept) : new Map<number, Bucket>();
    for (const [position, more] of parts) {
      const before = buckets.get(position);
      const all = before ? [before, ...more] : more;
      buckets.set(position, all[0] && all.length === 1 ? all[0] : mergeBuckets(all));
    }
    put.run(key, packBuckets(buckets));
  };

  /** A part of what is behind: a day, and the time after it in which nothing was seen. */
  function endOfPart({ no, rolledUntilS }: Rolling, untilS: number): number {
    const dayLaterS = rolledUntilS + dayS;
    if (dayLaterS >= untilS) return untilS;
    const nextS = next.get(no, dayLaterS) ?? untilS;
    return Math.min(untilS, Math.floor(nextS / hourS) * hourS);
  }

  function rollOne(check: Rolling, latestS: number) {
    const { no, rolledUntilS } = check;
    const untilS = endOfPart(check, latestS);
    const results = hot.all(no, untilS).map(toResult);
    const fresh = results.filter(({ atS }) => atS >= rolledUntilS);
    const carry = carried(check);
    const seen = carry ? [carry, ...fresh] : fresh;
    const hours = hoursOf(seen, rolledUntilS, untilS);
    for (const [day, ofDay] of Map.groupBy(hours, ([startS]) => Math.floor(startS / dayS)))
      mergeInto(
        "hours",
        keyOf(no, day),
        ofDay.map(([startS, bucket]) => [(startS % dayS) / hourS, [bucket]]),
      );
    addToDays(no, hours, seen);
    pack(no, results, untilS);
    const last = seen.at(-1);
    // Most have never failed, and their thirty days need not be read to know it.
    const isWhole = check.uptime === whole && hours.every(([, { spans }]) => spans.failed === 0);
    const uptime = isWhole ? whole : uptimeOf(keptSpans(no, untilS));
    rolled.run(untilS, last?.atS ?? null, last?.outcome ?? null, last?.holdS ?? null, uptime, no);
  }

  function addToDays(no: number, hours: readonly [number, Bucket][], seen: readonly StoredResult[]) {
    const parts = splitAtMidnight(hours, seen);
    const months = Map.groupBy(parts, ({ startS }) => dateOf(startS).slice(0, "YYYY-MM".length));
    for (const [month, ofMonth] of months) {
      const [year = 0, number = 1] = month.split("-").map(Number);
      const days = Map.groupBy(ofMonth, ({ startS }) => Number(dateOf(startS).slice(-2)));
      mergeInto(
        "days",
        keyOf(no, year * 12 + number - 1),
        [...days].map(([day, ofDay]) => [day, ofDay.map(({ bucket }) => bucket)]),
      );
    }
  }

  const rollUp = sqlite.transaction((untilS: number, limit: number): number => {
    let done = 0;
    while (done < limit) {
      const checks = open.all(untilS, limit - done);
      for (const check of checks) rollOne(check, untilS);
      done += checks.length;
      if (checks.length === 0) break;
    }
    return done;
  });

  return {
    /**
     * Brings checks to the end of the last whole hour, of each a day at a time: up to `limit` such parts; returns how many
     * there were.
     */
    rollUp: (nowS: number, limit: number) => rollUp(Math.floor((nowS - graceS) / hourS) * hourS, limit),
    prune: openPruning(sqlite),
    /** Gives free pages back to the disk, a few at a time. */
    shrink: () => void sqlite.pragma("incremental_vacuum(200)"),
  };
}

/** Moves the results of a check before a moment into blocks, once they are many or old. */
function openPacking(sqlite: StoreFile) {
  const removeHot = sqlite.prepare("delete from results where no = ? and at_s < ?");
  const putBlock = sqlite.prepare("insert or replace into blocks (id, until_s, data) values (?, ?, ?)");
  return (no: number, results: readonly StoredResult[], untilS: number) => {
    const first = results[0];
    if (!first || (results.length < minBlock && first.atS >= untilS - dayS)) return;
    for (const block of byDay(results)) {
      const [begin, end] = [block[0] ?? first, block.at(-1) ?? first];
      putBlock.run(keyOf(no, Math.floor(begin.atS / hourS)), end.atS, packResults(block));
    }
    removeHot.run(no, untilS);
  };
}

/** Forgets what is old of the next checks after a number; returns the last of them, undefined at the end. */
function openPruning(sqlite: StoreFile) {
  const removeRange = {
    blocks: sqlite.prepare("delete from blocks where id >= ? and id < ?"),
    hours: sqlite.prepare("delete from hours where id >= ? and id < ?"),
    days: sqlite.prepare("delete from days where id >= ? and id < ?"),
  };
  const numbers = sqlite.prepare<unknown[], { no: number; removedAtS: number | null }>(
    "select no, removed_at_s as removedAtS from checks where no > ? order by no limit ?",
  );
  const removeEvents = sqlite.prepare(
    "delete from events where id in (select id from events where id > 0 and at < ? order by id limit ?)",
  );
  const removeAll = ["results", "certificates", "schedule", "checks"].map((table) =>
    sqlite.prepare(`delete from ${table} where no = ?`),
  );
  return sqlite.transaction((nowS: number, after: number, limit: number): number | undefined => {
    const checks = numbers.all(after, limit);
    const before = (days: number) => nowS - days * dayS;
    const { year, month } = monthOf(before(keptDays.days));
    for (const { no, removedAtS } of checks) {
      const isGone = removedAtS !== null && removedAtS < before(keptDays.results);
      const until = (bucket: number) => keyOf(no, isGone ? 2 ** 24 - 1 : bucket);
      // A block reaches over a day at most.
      removeRange.blocks.run(keyOf(no, 0), until(Math.floor((before(keptDays.results) - dayS) / hourS)));
      removeRange.hours.run(keyOf(no, 0), until(Math.floor(before(keptDays.hours) / dayS)));
      removeRange.days.run(keyOf(no, 0), until(year * 12 + month));
      if (isGone) for (const remove of removeAll) remove.run(no);
    }
    removeEvents.run(before(keptDays.hours) * 1000, 500);
    return checks.at(-1)?.no;
  });
}

const dateOf = (seconds: number) => portalDate(new Date(seconds * 1000));

/** Days are those of the portal's calendar, so that one in which clocks change has 23 or 25 hours. */
function splitAtMidnight(hours: readonly [number, Bucket][], seen: readonly StoredResult[]) {
  return hours.flatMap(([startS, bucket]) => {
    const endS = startS + hourS;
    const midnightS = midnightWithin(startS, endS);
    if (midnightS === undefined) return [{ startS, bucket }];
    return [
      { startS, bucket: bucketOf(seen, startS, midnightS) },
      { startS: midnightS, bucket: bucketOf(seen, midnightS, endS) },
    ];
  });
}

/** Where clocks differ from UTC by half or quarter hours, a day begins within one. */
function midnightWithin(startS: number, endS: number): number | undefined {
  const first = dateOf(startS);
  if (dateOf(endS - 1) === first) return undefined;
  let midnightS = startS + quarterS;
  while (dateOf(midnightS) === first) midnightS += quarterS;
  return midnightS;
}

function statementsOf(sqlite: StoreFile, table: "hours" | "days") {
  return {
    get: sqlite.prepare<unknown[], Uint8Array>(`select data from ${table} where id = ?`).pluck(),
    put: sqlite.prepare(`insert or replace into ${table} (id, data) values (?, ?)`),
  };
}

/** The whole hours of a stretch of time; those of which nobody knows anything are left out. */
function hoursOf(seen: readonly StoredResult[], fromS: number, untilS: number): [number, Bucket][] {
  const hours: [number, Bucket][] = [];
  let first = 0;
  for (let startS = fromS; startS < untilS; startS += hourS) {
    while (first + 1 < seen.length && (seen[first + 1]?.atS ?? 0) <= startS) first += 1;
    const end = seen.findIndex(({ atS }, index) => index >= first && atS >= startS + hourS);
    const bucket = bucketOf(seen.slice(first, end === -1 ? undefined : end), startS, startS + hourS);
    if (bucket.spans.unknown < hourS || bucket.count > 0) hours.push([startS, bucket]);
    if (end === -1 && bucket.spans.unknown === hourS) break;
  }
  return hours;
}

/** Readers find a block by its first result, and look back for a day and a little. */
function* byDay(results: readonly StoredResult[]): Generator<readonly StoredResult[]> {
  for (let start = 0; start < results.length; ) {
    const untilS = (results[start]?.atS ?? 0) + dayS;
    const end = results.findIndex(({ atS }, index) => index > start && atS >= untilS);
    yield results.slice(start, end === -1 ? undefined : end);
    start = end === -1 ? results.length : end;
  }
}

/** The last result before the hours that are not summed up, which may reach into them. */
export function carried({ carryAtS, carryOutcome, carryHoldS }: Rolling): StoredResult | undefined {
  if (carryAtS === null || carryOutcome === null || carryHoldS === null) return undefined;
  const times = [null, null, null, null, null] as const;
  return { atS: carryAtS, outcome: carryOutcome, holdS: carryHoldS, httpStatus: null, times };
}

export interface HotRow {
  atS: number;
  outcome: number;
  holdS: number;
  httpStatus: number | null;
  dns: number | null;
  connect: number | null;
  tls: number | null;
  ttfb: number | null;
  total: number | null;
}

/** A row of `results` as the rest of the checker knows it. */
export function toResult({ atS, outcome, holdS, httpStatus, dns, connect, tls, ttfb, total }: HotRow): StoredResult {
  const times = [dns, connect, tls, ttfb, total] as const;
  return { atS, outcome: checkOutcomes[outcome] ?? "unknown", holdS, httpStatus, times };
}

function monthOf(seconds: number) {
  const date = new Date(seconds * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}
