import { type CheckOutcome, checkOutcomes } from "../../../contract/checks/status.ts";
import { addSpans, noSpans, uptimeOf } from "../../../contract/checks/uptime.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Bucket, bucketOf, mergeBuckets, packBuckets, unpackBuckets } from "./buckets.ts";
import { keyOf, placeOf, type StoreFile } from "./open-store.ts";
import { packResults, type StoredResult } from "./packing.ts";

const hourS = 3600;
const dayS = 24 * hourS;
/** A probe of the last minute of an hour may still be under way when the next one begins. */
const graceS = 180;
/** A block is worth its row from so many results on, or once its first one is a day old. */
const minBlock = 48;

/** How long what is kept: results themselves, hours and days. */
export const keptDays = { results: 30, hours: 396, days: 5 * 366 } as const;

interface Rolling {
  no: number;
  rolledUntilS: number;
  carryAtS: number | null;
  carryOutcome: CheckOutcome | null;
  carryHoldS: number | null;
}

/** Sums up hours and days, packs results into blocks and forgets what is old; each call is a part of the work. */
export function openRollUp(sqlite: StoreFile) {
  const open = sqlite.prepare(`select no, rolled_until_s as rolledUntilS, carry_at_s as carryAtS,
      carry_outcome as carryOutcome, carry_hold_s as carryHoldS
    from schedule where rolled_until_s < ? order by rolled_until_s limit ?`);
  const hot =
    sqlite.prepare(`select at_s as atS, outcome, hold_s as holdS, http_status as httpStatus, dns, connect, tls,
      ttfb, total from results where no = ? and at_s < ? order by at_s`);
  const rolled = sqlite.prepare(`update schedule set rolled_until_s = ?, carry_at_s = ?, carry_outcome = ?,
      carry_hold_s = ?, uptime = coalesce(?, uptime) where no = ?`);
  const removeHot = sqlite.prepare("delete from results where no = ? and at_s < ?");
  const putBlock = sqlite.prepare("insert or replace into blocks (id, until_s, data) values (?, ?, ?)");
  const tables = { hours: statementsOf(sqlite, "hours"), days: statementsOf(sqlite, "days") };

  const addTo = (table: "hours" | "days", no: number, place: number, parts: ReadonlyMap<number, Bucket>) => {
    const { get, put } = tables[table];
    const key = keyOf(no, place);
    const kept = get.get(key) as Uint8Array | undefined;
    const buckets = kept ? unpackBuckets(kept) : new Map<number, Bucket>();
    for (const [at, bucket] of parts) buckets.set(at, bucket);
    put.run(key, packBuckets(buckets));
  };

  function rollOne(check: Rolling, untilS: number) {
    const { no, rolledUntilS } = check;
    const results = (hot.all(no, untilS) as HotRow[]).map(toResult);
    const fresh = results.filter(({ atS }) => atS >= rolledUntilS);
    const carry = carried(check);
    const seen = carry ? [carry, ...fresh] : fresh;
    const hours = hoursOf(seen, rolledUntilS, untilS);
    for (const [day, ofDay] of Map.groupBy(hours, ([startS]) => Math.floor(startS / dayS)))
      addTo("hours", no, day, new Map(ofDay.map(([startS, bucket]) => [(startS % dayS) / hourS, bucket])));
    sumUpDays(no, hours);
    const first = results[0];
    if (first && (results.length >= minBlock || first.atS < untilS - dayS)) {
      putBlock.run(keyOf(no, Math.floor(first.atS / hourS)), results.at(-1)?.atS ?? first.atS, packResults(results));
      removeHot.run(no, untilS);
    }
    const last = seen.at(-1);
    rolled.run(untilS, last?.atS ?? null, last?.outcome ?? null, last?.holdS ?? null, uptimeUntil(no, untilS), no);
  }

  /** Days are those of the portal's calendar, so that one in which clocks change has 23 or 25 hours. */
  function sumUpDays(no: number, hours: readonly [number, Bucket][]) {
    const dates = new Set(hours.map(([startS]) => portalDate(new Date(startS * 1000))));
    for (const date of dates) {
      const near = Math.floor(Date.parse(`${date}T00:00:00Z`) / 1000);
      const parts = readHours(near - dayS, near + 2 * dayS, no).filter(
        ({ startS }) => portalDate(new Date(startS * 1000)) === date,
      );
      const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
      const place = year * 12 + month - 1;
      addTo("days", no, place, new Map([[day, mergeBuckets(parts.map(({ bucket }) => bucket))]]));
    }
  }

  function readHours(fromS: number, untilS: number, no: number) {
    const rows = tables.hours.range.all(
      keyOf(no, Math.floor(fromS / dayS)),
      keyOf(no, Math.floor((untilS - 1) / dayS)),
    );
    return (rows as { id: number; data: Uint8Array }[]).flatMap(({ id, data }) =>
      [...unpackBuckets(data)].flatMap(([hour, bucket]) => {
        const startS = placeOf(id) * dayS + hour * hourS;
        return startS >= fromS && startS < untilS ? [{ startS, bucket }] : [];
      }),
    );
  }

  function uptimeUntil(no: number, untilS: number): number | null {
    const sum = noSpans();
    for (const { bucket } of readHours(untilS - 30 * dayS, untilS, no)) addSpans(sum, bucket.spans);
    return uptimeOf(sum);
  }

  const rollUp = sqlite.transaction((untilS: number, limit: number): number => {
    const checks = open.all(untilS, limit) as Rolling[];
    for (const check of checks) rollOne(check, untilS);
    return checks.length;
  });

  const removeRange = {
    blocks: sqlite.prepare("delete from blocks where id >= ? and id < ?"),
    hours: sqlite.prepare("delete from hours where id >= ? and id < ?"),
    days: sqlite.prepare("delete from days where id >= ? and id < ?"),
  };
  const numbers = sqlite.prepare("select no, removed_at_s as removedAtS from checks where no > ? order by no limit ?");
  const removeEvents = sqlite.prepare(
    "delete from events where id in (select id from events where id > 0 and at < ? order by id limit ?)",
  );
  const removeAll = ["results", "certificates", "schedule", "checks"].map((table) =>
    sqlite.prepare(`delete from ${table} where no = ?`),
  );
  const prune = sqlite.transaction((nowS: number, after: number, limit: number): number | undefined => {
    const checks = numbers.all(after, limit) as { no: number; removedAtS: number | null }[];
    const before = (days: number) => nowS - days * dayS;
    const { year, month } = monthOf(before(keptDays.days));
    for (const { no, removedAtS } of checks) {
      const isGone = removedAtS !== null && removedAtS < before(keptDays.results);
      const until = (place: number) => keyOf(no, isGone ? 2 ** 24 - 1 : place);
      // A block reaches over a day at most.
      removeRange.blocks.run(keyOf(no, 0), until(Math.floor((before(keptDays.results) - dayS) / hourS)));
      removeRange.hours.run(keyOf(no, 0), until(Math.floor(before(keptDays.hours) / dayS)));
      removeRange.days.run(keyOf(no, 0), until(year * 12 + month));
      if (isGone) for (const remove of removeAll) remove.run(no);
    }
    removeEvents.run(before(keptDays.hours) * 1000, 500);
    return checks.at(-1)?.no;
  });

  return {
    /** Brings up to `limit` checks to the end of the last whole hour; returns how many there were. */
    rollUp: (nowS: number, limit: number) => rollUp(Math.floor((nowS - graceS) / hourS) * hourS, limit),
    /** Forgets what is old of the next checks after a number; returns the last of them, undefined at the end. */
    prune: (nowS: number, after: number, limit: number) => prune(nowS, after, limit),
    /** Gives free pages back to the disk, a few at a time. */
    shrink: () => void sqlite.pragma("incremental_vacuum(200)"),
  };
}

function statementsOf(sqlite: StoreFile, table: "hours" | "days") {
  return {
    get: sqlite.prepare(`select data from ${table} where id = ?`).pluck(),
    put: sqlite.prepare(`insert or replace into ${table} (id, data) values (?, ?)`),
    range: sqlite.prepare(`select id, data from ${table} where id between ? and ? order by id`),
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

function carried({ carryAtS, carryOutcome, carryHoldS }: Rolling): StoredResult | undefined {
  if (carryAtS === null || carryOutcome === null || carryHoldS === null) return undefined;
  const times = [null, null, null, null, null] as const;
  return { atS: carryAtS, outcome: carryOutcome, holdS: carryHoldS, httpStatus: null, times };
}

interface HotRow {
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
