import { type CheckOutcome, checkOutcomes } from "../../../contract/checks/status.ts";
import { addSpans, noSpans, type Seen, type Spans, spansOf, uptimeOf } from "../../../contract/checks/uptime.ts";
import { addPackedSpans } from "./buckets.ts";
import { bucketOf, keyOf, type StoreFile } from "./open-store.ts";

const hourS = 3600;
const dayS = 24 * hourS;
/** Hundredths of a percent. */
const whole = 10_000;

/** What was seen of a check in the thirty days before a moment, by the hours that are summed up. */
export function openKeptSpans(sqlite: StoreFile) {
  const range = sqlite.prepare<unknown[], { id: number; data: Uint8Array }>(
    "select id, data from hours where id between ? and ? order by id",
  );
  return (no: number, untilS: number): Spans => {
    const sum = noSpans();
    const fromS = untilS - 30 * dayS;
    const rows = range.all(keyOf(no, Math.floor(fromS / dayS)), keyOf(no, Math.floor((untilS - 1) / dayS)));
    for (const { id, data } of rows) {
      const startS = bucketOf(id) * dayS;
      addPackedSpans(sum, data, (fromS - startS) / hourS, (untilS - startS) / hourS);
    }
    return sum;
  };
}

/** What the schedule knows of a check whose last hours are not summed up yet. */
export interface Unsummed {
  no: number;
  seenAt: number | null;
  /** Of the hours that are summed up. */
  uptime: number | null;
  rolledUntilS: number;
  carryAtS: number | null;
  carryOutcome: CheckOutcome | null;
  carryHoldS: number | null;
  /** Whether anything has failed since. */
  hasFailed: 0 | 1;
}

/** Its columns, of `schedule` as `s`; what is looked for in the results lies beside each other there. */
export const unsummedColumns = `s.no, s.rolled_until_s as rolledUntilS, s.carry_at_s as carryAtS,
  s.carry_outcome as carryOutcome, s.carry_hold_s as carryHoldS,
  (s.carry_outcome is 'failed' or exists (select 1 from results r
    where r.no = s.no and r.at_s >= s.rolled_until_s and r.outcome = ${checkOutcomes.indexOf("failed")})) as hasFailed`;

/**
 * The uptime of a check up to when it was last seen: what is summed up, and with it the hour that runs. The sum of an
 * hour is read once; of a check that has never failed nothing is read at all.
 */
export function openUptimes(sqlite: StoreFile): (check: Unsummed) => number | null {
  const keptSpans = openKeptSpans(sqlite);
  const results = sqlite.prepare<unknown[], { atS: number; outcome: number; holdS: number }>(
    "select at_s as atS, outcome, hold_s as holdS from results where no = ? and at_s >= ? order by at_s",
  );
  const sums = new Map<number, { untilS: number; spans: Spans }>();
  const sumUntil = (no: number, untilS: number): Spans => {
    const known = sums.get(no);
    if (known?.untilS === untilS) return known.spans;
    const spans = keptSpans(no, untilS);
    sums.set(no, { untilS, spans });
    return spans;
  };
  return ({ no, seenAt, uptime, rolledUntilS, hasFailed, ...carry }) => {
    const untilS = Math.floor((seenAt ?? 0) / 1000);
    const isKnown = !hasFailed && (uptime === null || uptime === whole);
    if (isKnown || untilS <= rolledUntilS) return uptime;
    const since = results.all(no, rolledUntilS).map(toSeen);
    const running = spansOf([...carried(carry), ...since], rolledUntilS, untilS);
    addSpans(running, sumUntil(no, rolledUntilS));
    return uptimeOf(running) ?? uptime;
  };
}

const toSeen = ({ atS, outcome, holdS }: { atS: number; outcome: number; holdS: number }): Seen => ({
  atS,
  holdS,
  outcome: checkOutcomes[outcome] ?? "unknown",
});

/** The last result before the hours that are not summed up, which may reach into them. */
function carried({ carryAtS, carryOutcome, carryHoldS }: Pick<Unsummed, "carryAtS" | "carryOutcome" | "carryHoldS">) {
  if (carryAtS === null || carryOutcome === null || carryHoldS === null) return [];
  return [{ atS: carryAtS, outcome: carryOutcome, holdS: carryHoldS }];
}
