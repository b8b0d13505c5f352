import { setImmediate } from "node:timers/promises";
import { newCheckState } from "../../contract/checks/judge.ts";
import { leadOf } from "../../contract/vantage-points/vantage-points.ts";
import { conclude } from "./conclude.ts";
import type { ProbeOutcome } from "./probe.ts";
import type { KnownPoint } from "./store/points.ts";
import type { Store } from "./store/store.ts";

/** What an agent has found at one look. */
export interface AgentResult {
  seq: number;
  checkId: string;
  at: number;
  /** Its own connection was gone: what failed says nothing. */
  isBlind: boolean;
  found: ProbeOutcome;
}

/** Results that the portal has taken of an agent; those that were judged already may come again. */
export interface AgentBatch {
  pointId: string;
  runId: string;
  lastSeq: number;
  results: readonly AgentResult[];
}

export type IsTaken = (batch: Pick<AgentBatch, "pointId" | "runId" | "lastSeq">) => boolean;

interface Needed {
  store: Store;
  now(): number;
  random(): number;
}

interface Source {
  batches?(isTaken: IsTaken): Promise<AgentBatch[]>;
}

const atOnce = 200;

/** Takes in what is known from elsewhere by now: which vantage points report, and what they have found. Says whether anything is told. */
export async function followElsewhere(
  { source, ...needed }: Needed & { source: Source },
  points: readonly KnownPoint[],
): Promise<boolean> {
  const hasTurned = await followPoints(needed, points);
  const hasEvents = source.batches !== undefined && (await takeBatches(needed, source.batches));
  return hasTurned || hasEvents;
}

/** Judges what agents have handed in, each result once: batch by batch, with the number of the last one in one transaction. */
async function takeBatches(
  { store, now, random }: Needed,
  read: (isTaken: IsTaken) => Promise<AgentBatch[]>,
): Promise<boolean> {
  const isTaken: IsTaken = ({ pointId, runId, lastSeq }) => store.points.takenOf(pointId, runId) >= lastSeq;
  let events = 0;
  for (let batches = await read(isTaken); batches.length > 0; batches = await read(isTaken))
    for (const batch of batches) {
      events += store.sqlite.transaction(() => take({ store, now, random }, batch))();
      await setImmediate();
    }
  return events > 0;
}

function take({ store, now, random }: Needed, { pointId, runId, lastSeq, results }: AgentBatch): number {
  const taken = store.points.takenOf(pointId, runId);
  let events = 0;
  for (const { seq, checkId, at, isBlind, found } of results) {
    const check = seq > taken ? store.schedule.find(checkId) : undefined;
    if (!check?.vantage?.points.includes(pointId)) continue;
    const before = store.points.sighting(check.no, pointId);
    // What is older than what was judged already would turn it back.
    if (before && before.seenAt >= at) continue;
    const isLead = leadOf(check.vantage) === pointId;
    const seen = { ...check, state: before?.state ?? newCheckState, facts: isLead ? check.facts : {} };
    const one = conclude(seen, { found, at, isBlind: isBlind && found.outcome === "failed", random });
    events += store.results.observe(one, { point: pointId, takenAt: now() });
  }
  store.points.noteTaken(pointId, runId, lastSeq, now());
  return events;
}

/** Takes over which vantage points report, and has what was down by the word of a silent one judged by the others. */
async function followPoints({ store, now }: Needed, points: readonly KnownPoint[]): Promise<boolean> {
  let hasTurned = false;
  for (const point of store.points.know(points, now()))
    for (let after = 0; ; ) {
      const checks = store.points.checksOf(point, after, atOnce);
      store.sqlite.transaction(() => {
        for (const check of checks) {
          const turned = store.points.reconsider(check, now());
          if (turned) store.results.restate(check, turned, now());
          hasTurned ||= turned !== undefined;
        }
      })();
      const last = checks.at(-1);
      if (!last || checks.length < atOnce) break;
      after = last.no;
      await setImmediate();
    }
  return hasTurned;
}
