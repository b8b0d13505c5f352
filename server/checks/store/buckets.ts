import { checkOutcomes } from "../../../contract/checks/status.ts";
import { addSpans, noSpans, type Spans, spansOf } from "../../../contract/checks/uptime.ts";
import { Reader, Writer } from "./bytes.ts";
import type { StoredResult } from "./packing.ts";

/** An hour or a day of a check in figures. */
export interface Bucket {
  spans: Spans;
  count: number;
  /** The average of each phase in milliseconds, over the results that had it. */
  averages: (number | null)[];
  p95: number | null;
  max: number | null;
}

/** Sums up what was seen in a stretch of time. `results` may begin with those before it that reach into it. */
export function bucketOf(results: readonly StoredResult[], fromS: number, untilS: number): Bucket {
  const inside = results.filter(({ atS }) => atS >= fromS && atS < untilS);
  const totals = inside
    .flatMap(({ times, outcome }) => (times[4] === null || outcome === "failed" ? [] : [times[4]]))
    .sort((one, other) => one - other);
  return {
    spans: spansOf(results, fromS, untilS),
    count: inside.length,
    averages: [0, 1, 2, 3, 4].map((phase) => averageOf(inside, phase)),
    p95: totals[Math.min(totals.length - 1, Math.floor(totals.length * 0.95))] ?? null,
    max: totals.at(-1) ?? null,
  };
}

/** What failed took its time for nothing: it says nothing about how fast the target is. */
function averageOf(results: readonly StoredResult[], phase: number): number | null {
  let sum = 0;
  let count = 0;
  for (const { times, outcome } of results) {
    const value = times[phase];
    if (value === null || value === undefined || outcome === "failed") continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : Math.round(sum / count);
}

/** Sums buckets up; the 95th percentile of the whole is taken as the greatest of its parts. */
export function mergeBuckets(buckets: readonly Bucket[]): Bucket {
  const spans = noSpans();
  let count = 0;
  for (const bucket of buckets) {
    addSpans(spans, bucket.spans);
    count += bucket.count;
  }
  const greatest = (values: (number | null)[]) =>
    values.reduce<number | null>((max, value) => (value === null ? max : Math.max(max ?? 0, value)), null);
  return {
    spans,
    count,
    averages: [0, 1, 2, 3, 4].map((phase) => weighted(buckets, phase)),
    p95: greatest(buckets.map(({ p95 }) => p95)),
    max: greatest(buckets.map(({ max }) => max)),
  };
}

function weighted(buckets: readonly Bucket[], phase: number): number | null {
  let sum = 0;
  let count = 0;
  for (const bucket of buckets) {
    const average = bucket.averages[phase];
    if (average === null || average === undefined) continue;
    sum += average * bucket.count;
    count += bucket.count;
  }
  return count === 0 ? null : Math.round(sum / count);
}

/** The seconds of each outcome, the count, the averages of five phases, the 95th percentile and the greatest. */
const valuesOfBucket = checkOutcomes.length + 1 + 5 + 2;

/** Writes buckets by their position in a longer stretch: the hours of a day, the days of a month. */
export function packBuckets(buckets: ReadonlyMap<number, Bucket>): Buffer {
  const writer = new Writer();
  writer.unsigned(buckets.size);
  let last = 0;
  for (const [position, { spans, count, averages, p95, max }] of [...buckets].sort(([one], [other]) => one - other)) {
    writer.unsigned(position - last);
    last = position;
    for (const outcome of checkOutcomes) writer.unsigned(spans[outcome]);
    writer.unsigned(count);
    for (const value of [...averages, p95, max]) writer.unsigned(value === null ? 0 : value + 1);
  }
  return Buffer.from(writer.bytes());
}

/** Reads what packBuckets wrote. */
export function unpackBuckets(block: Uint8Array): Map<number, Bucket> {
  const reader = new Reader(block);
  const buckets = new Map<number, Bucket>();
  let position = 0;
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    position += reader.unsigned();
    const spans = noSpans();
    for (const outcome of checkOutcomes) spans[outcome] = reader.unsigned();
    const count = reader.unsigned();
    const [a = null, b = null, c = null, d = null, e = null, p95 = null, max = null] = Array.from({ length: 7 }, () => {
      const value = reader.unsigned();
      return value === 0 ? null : value - 1;
    });
    buckets.set(position, { spans, count, averages: [a, b, c, d, e], p95, max });
  }
  return buckets;
}

/** Adds the seconds of the buckets from one position up to another, without reading the rest of them. */
export function addPackedSpans(sum: Spans, block: Uint8Array, from: number, until: number): void {
  const reader = new Reader(block);
  let position = 0;
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    position += reader.unsigned();
    if (position >= until) return;
    if (position < from) reader.skip(valuesOfBucket);
    else {
      for (const outcome of checkOutcomes) sum[outcome] += reader.unsigned();
      reader.skip(valuesOfBucket - checkOutcomes.length);
    }
  }
}
