import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type CheckOutcome, checkOutcomes } from "../../../contract/checks/status.ts";
import type { Seen } from "../../../contract/checks/uptime.ts";
import { Reader, Writer } from "./bytes.ts";

/** A result as it is kept; phases in the order of `phases`, null where there was none. */
export interface StoredResult extends Seen {
  httpStatus: number | null;
  times: Times;
}
export type Times = readonly [
  dns: number | null,
  connect: number | null,
  tls: number | null,
  ttfb: number | null,
  total: number | null,
];

const columns = 5;
const plain = 0;
const deflated = 1;

/**
 * Writes results of one check in as few bytes as they have news: times as what they differ from the interval, phases as
 * what they differ from the result before, the total as what the other phases leave over, all else as runs.
 */
export function packResults(results: readonly StoredResult[]): Buffer {
  const writer = new Writer();
  writer.unsigned(results.length);
  let due = 0;
  for (const { atS, holdS } of results) {
    writer.signed(atS - due);
    due = atS + holdS;
  }
  writer.runs(results.map(({ outcome }) => checkOutcomes.indexOf(outcome)));
  writer.runs(results.map(({ holdS }) => holdS));
  writer.runs(results.map(({ httpStatus }) => httpStatus ?? 0));
  for (let column = 0; column < columns; column += 1) {
    const isThere = results.map(({ times }) => (times[column] === null ? 0 : 1));
    writer.runs(isThere);
    let before = 0;
    for (const { times } of results) {
      const value = times[column];
      if (value === null || value === undefined) continue;
      const left = column === columns - 1 ? value - sumOf(times) : value;
      writer.signed(left - before);
      before = left;
    }
  }
  const bytes = writer.bytes();
  const smaller = deflateRawSync(bytes, { level: 9 });
  return smaller.length < bytes.length
    ? Buffer.concat([Buffer.of(deflated), smaller])
    : Buffer.concat([Buffer.of(plain), bytes]);
}

/** Reads what packResults wrote. */
export function unpackResults(block: Uint8Array): StoredResult[] {
  const body = block.subarray(1);
  const reader = new Reader(block[0] === deflated ? inflateRawSync(body) : body);
  const count = reader.unsigned();
  const gaps = Array.from({ length: count }, () => reader.signed());
  const outcomes = reader.runs(count);
  const holds = reader.runs(count);
  const codes = reader.runs(count);
  const times = Array.from({ length: count }, (): (number | null)[] => []);
  for (let column = 0; column < columns; column += 1) {
    const isThere = reader.runs(count);
    let before = 0;
    for (const [index, row] of times.entries()) {
      if (!isThere[index]) row.push(null);
      else {
        before += reader.signed();
        row.push(column === columns - 1 ? before + sumOf(row) : before);
      }
    }
  }
  let due = 0;
  return gaps.map((gap, index) => {
    const atS = due + gap;
    const holdS = holds[index] ?? 0;
    due = atS + holdS;
    return {
      atS,
      holdS,
      outcome: outcomeAt(outcomes[index]),
      httpStatus: codes[index] || null,
      times: times[index] as unknown as Times,
    };
  });
}

const outcomeAt = (index: number | undefined): CheckOutcome => checkOutcomes[index ?? -1] ?? "unknown";

/** The phases before the total. */
function sumOf(times: readonly (number | null)[]): number {
  let sum = 0;
  for (let column = 0; column < columns - 1; column += 1) sum += times[column] ?? 0;
  return sum;
}
