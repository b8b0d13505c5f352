import { checkOutcomes } from "../../contract/checks/status.ts";
import { addSpans, noSpans, uptimeOf } from "../../contract/checks/uptime.ts";
import { portalDate } from "../../contract/time/today.ts";
import { type Bucket, bucketOf, mergeBuckets, packBuckets } from "../../server/checks/store/buckets.ts";
import { keyOf } from "../../server/checks/store/open-store.ts";
import { packResults, type StoredResult } from "../../server/checks/store/packing.ts";
import type { Store } from "../../server/checks/store/store.ts";
import { type Course, dayOf, dayS, hourS, hoursOfDay, resultsOf, variants } from "./course.ts";

/** How much of the past is written: looks themselves, hours, and days. */
export const written = { results: 30, months: 13 } as const;

/** From when on hours and days are written. */
export const beginOf = (nowS: number) => Math.floor(nowS / dayS) * dayS - Math.round(written.months * 30.44) * dayS;

export interface PastCheck {
  no: number;
  /** What its chance depends on. */
  name: string;
  course: Course;
}

/** What the checker would have on the last look at a check. */
export interface LastSeen {
  rolledUntilS: number;
  uptime: number | null;
  carry: StoredResult | undefined;
  last: StoredResult | undefined;
}

/** Writes the past of a check as the checker would have: packed looks of a month, hours and days of more than a year. */
export function openHistory({ sqlite }: Store, nowS: number) {
  const put = {
    block: sqlite.prepare("insert or replace into blocks (id, until_s, data) values (?, ?, ?)"),
    hours: sqlite.prepare("insert or replace into hours (id, data) values (?, ?)"),
    days: sqlite.prepare("insert or replace into days (id, data) values (?, ?)"),
    result:
      sqlite.prepare(`insert or ignore into results (no, at_s, outcome, hold_s, http_status, dns, connect, tls, ttfb,
      total) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  };
  const firstS = beginOf(nowS);
  const looksFromS = Math.floor(nowS / dayS) * dayS - written.results * dayS;
  const rolledUntilS = Math.floor((nowS - 180) / hourS) * hourS;

  function writeLongAgo({ no, course }: PastCheck, days: Map<string, Bucket>): void {
    // Of what is looked at every few hours nobody asks how it was at a certain hour of last year.
    const hasHours = course.kind === "http" || course.kind === "ping";
    const usual = Array.from({ length: variants }, (_, variant) => {
      const hours = hoursOfDay({ ...course, episodes: [] }, 0, variant);
      return { data: packBuckets(hours), day: dayOf(hours) };
    });
    for (let startS = firstS; startS < looksFromS; startS += dayS) {
      const dayNo = startS / dayS;
      const variant = (dayNo * 5 + no) % variants;
      const isUsual = !course.episodes.some(({ fromS, untilS }) => untilS > startS && fromS < startS + dayS);
      const own = isUsual ? undefined : hoursOfDay(course, startS, variant);
      const data = own ? packBuckets(own) : usual[variant]?.data;
      const day = own ? dayOf(own) : usual[variant]?.day;
      if (data && hasHours) put.hours.run(keyOf(no, dayNo), data);
      if (day) days.set(new Date(startS * 1000).toISOString().slice(0, 10), day);
    }
  }

  function writeLately({ no, name, course }: PastCheck, days: Map<string, Bucket>): LastSeen {
    const results = resultsOf(name, course, looksFromS, nowS);
    const hours: { startS: number; bucket: Bucket }[] = [];
    let first = 0;
    for (let startS = looksFromS; startS < rolledUntilS; startS += hourS) {
      while ((results[first + 1]?.atS ?? Number.POSITIVE_INFINITY) <= startS) first += 1;
      let end = first;
      while (end < results.length && (results[end]?.atS ?? 0) < startS + hourS) end += 1;
      hours.push({ startS, bucket: bucketOf(results.slice(first, end), startS, startS + hourS) });
    }
    for (const [day, ofDay] of Map.groupBy(hours, ({ startS }) => Math.floor(startS / dayS)))
      put.hours.run(
        keyOf(no, day),
        packBuckets(new Map(ofDay.map(({ startS, bucket }) => [(startS % dayS) / hourS, bucket]))),
      );
    for (const [date, ofDate] of Map.groupBy(hours, ({ startS }) => dateOf(startS)))
      days.set(date, mergeBuckets(ofDate.map(({ bucket }) => bucket)));
    const rolled = results.filter(({ atS }) => atS < rolledUntilS);
    for (const ofDay of Map.groupBy(rolled, ({ atS }) => Math.floor(atS / dayS)).values()) {
      const [one, last] = [ofDay[0], ofDay.at(-1)];
      if (one && last) put.block.run(keyOf(no, Math.floor(one.atS / hourS)), last.atS, packResults(ofDay));
    }
    for (const { atS, outcome, holdS, httpStatus, times } of results.slice(rolled.length))
      put.result.run(no, atS, checkOutcomes.indexOf(outcome), holdS, httpStatus, ...times);
    const sum = noSpans();
    for (const { bucket } of hours) addSpans(sum, bucket.spans);
    return { rolledUntilS, uptime: uptimeOf(sum), carry: rolled.at(-1), last: results.at(-1) };
  }

  const dates = new Map<number, string>();
  /** The portal's calendar day of an hour; working it out anew for each check would take longer than all else. */
  function dateOf(startS: number): string {
    const known = dates.get(startS) ?? portalDate(new Date(startS * 1000));
    dates.set(startS, known);
    return known;
  }

  return {
    write(check: PastCheck): LastSeen {
      const days = new Map<string, Bucket>();
      writeLongAgo(check, days);
      const last = writeLately(check, days);
      for (const [month, ofMonth] of Map.groupBy(days, ([date]) => date.slice(0, 7))) {
        const [year = 0, number = 1] = month.split("-").map(Number);
        const buckets = new Map(ofMonth.map(([date, bucket]) => [Number(date.slice(8)), bucket]));
        put.days.run(keyOf(check.no, year * 12 + number - 1), packBuckets(buckets));
      }
      return last;
    },
  };
}
