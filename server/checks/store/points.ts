import { type CheckState, newCheckState } from "../../../contract/checks/judge.ts";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { CheckOutcome } from "../../../contract/checks/status.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { dayMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { leadOf, portalPoint, silentAfterMs, type Vantage } from "../../../contract/vantage-points/vantage-points.ts";
import { combine, countedOf, type Points, passedOn, type Sighting, turn } from "../combine.ts";
import type { StoreFile } from "./open-store.ts";
import type { Conclusion } from "./results.ts";

/** A vantage point as the portal knows it. */
export interface KnownPoint {
  id: string;
  name: string;
  /** When its agent reported last. */
  lastAt: number | null;
}

/** What a look from one vantage point makes of a check that is seen from several. */
export interface CombinedConclusion {
  whole: Conclusion;
  /** Its times, certificate and facts are those of the check. */
  isLead: boolean;
  /** It is a result of the check itself: of the lead, or one that changes what they come to. */
  isResult: boolean;
}

/** Response times are kept by vantage point for a day, as averages of so many seconds. */
export const slotS = 5 * (minuteMs / secondMs);
/** Longer than any result may be old. */
const keptRunsMs = 2 * dayMs;
const keptSlots = dayMs / secondMs / slotS + 12;

/** Checks as they are seen from each vantage point, for those that are seen from several. */
export function openPoints(sqlite: StoreFile) {
  const { sightingsOf, keep, dropOthers, whole, ofPoint, ...runs } = prepareStatements(sqlite);
  const noteSlot = openSlots(sqlite);
  let points = new Map<string, KnownPoint>();
  let silent: ReadonlySet<string> = new Set();
  const touched = new Set<string>();
  const known: Points = {
    nameOf: (id) => (id === portalPoint ? "Portal" : (points.get(id)?.name ?? "unbekannt")),
    isSilent: (id) => silent.has(id) || !points.has(id),
  };
  const readSightings = (no: number): Sighting[] =>
    sightingsOf.all(no).map(({ state, ...row }) => ({ ...row, state: parseOwnJson<CheckState>(state) }));
  const readWhole = (no: number) => {
    const row = whole.get(no);
    const state = row?.state ? { ...newCheckState, ...parseOwnJson<CheckState>(row.state) } : newCheckState;
    return { state, outcome: row?.outcome ?? null };
  };

  return {
    known,
    /** Remembers the vantage points of checks that have changed: others may look at them now. */
    touch(checks: readonly { vantage?: Vantage | null }[]): void {
      for (const { vantage } of checks) for (const point of vantage?.points ?? []) touched.add(point);
    },
    /** Takes over which vantage points there are; returns those that have fallen silent, are back or were touched since. */
    know(now: readonly KnownPoint[], at: number): string[] {
      points = new Map(now.map((point) => [point.id, point]));
      const before = silent;
      silent = new Set(now.filter(({ lastAt }) => lastAt === null || at - lastAt > silentAfterMs).map(({ id }) => id));
      const changed = [...points.keys()].filter((id) => touched.has(id) || silent.has(id) !== before.has(id));
      touched.clear();
      return changed;
    },
    /** How a check was last seen from a vantage point. */
    sighting: (no: number, point: string): Sighting | undefined =>
      readSightings(no).find((sighting) => sighting.point === point),
    /** What a look from a vantage point means for the check as a whole; writes nothing. */
    combine(one: Conclusion, { vantage, point }: { vantage: Vantage; point: string }): CombinedConclusion {
      const { no, intervalS } = one.check;
      const isLead = leadOf(vantage) === point;
      const before = readWhole(no);
      const own: Sighting = sightingOf(one, point);
      const sightings = [own, ...readSightings(no).filter((sighting) => sighting.point !== point)];
      const counted = countedOf(sightings, { vantage, intervalS, at: one.at, points: known });
      const found = combine(counted, vantage.rule);
      const passed = passedOn(one.events, { isLead, isOffline: before.state.status === "offline" });
      // In a maintenance, and where nobody can see, it stays what it was.
      if (one.outcome === "maintenance" || !found) {
        const outcome = one.outcome === "maintenance" ? "maintenance" : "unknown";
        return { whole: { ...one, outcome, state: before.state, events: passed }, isLead, isResult: isLead };
      }
      const turned = turn(before.state, found.status, { counted, at: one.at, points: known, told: toldOf(one) });
      return {
        whole: {
          ...one,
          outcome: found.outcome,
          state: turned.state,
          code: turned.code ?? one.code,
          text: turned.text ?? one.text,
          events: [...passed, ...turned.events],
        },
        isLead,
        isResult: isLead || found.outcome !== before.outcome,
      };
    },
    /** Keeps how a check was seen from a vantage point, as that point alone has it. */
    keep(one: Conclusion, { vantage, point }: { vantage: Vantage; point: string }): void {
      const { no } = one.check;
      const sighting = sightingOf(one, point);
      keep.run({ ...sighting, no, state: JSON.stringify(sighting.state), httpStatus: one.httpStatus });
      dropOthers.run(no, JSON.stringify(vantage.points));
      noteSlot(one, sighting);
    },
    /** Up to which number the results of an agent's run have been taken. */
    takenOf: (point: string, run: string): number => runs.taken.get(point, run) ?? 0,
    noteTaken(point: string, run: string, lastSeq: number, at: number): void {
      runs.note.run(point, run, lastSeq, at);
      runs.forget.run(at - keptRunsMs);
    },
    /** The checks that are seen from a vantage point, in the order of their numbers after one. */
    checksOf: (point: string, after: number, limit: number) =>
      ofPoint.all(point, after, limit).map(({ vantage, targetType: type, targetId, ...row }) => ({
        ...row,
        target: { type, id: targetId },
        vantage: parseOwnJson<Vantage>(vantage),
      })),
    /** What a check comes to now that vantage points have fallen silent or are back; undefined where nothing changes. */
    reconsider({ no, vantage, intervalS }: { no: number; vantage: Vantage; intervalS: number }, at: number) {
      const before = readWhole(no);
      const sightings = readSightings(no);
      // Until the portal has looked as one of several, what it found alone stands.
      if (vantage.points.includes(portalPoint) && !sightings.some(({ point }) => point === portalPoint))
        return undefined;
      const counted = countedOf(sightings, { vantage, intervalS, at, points: known });
      const status = combine(counted, vantage.rule)?.status ?? "unknown";
      if (status === before.state.status) return undefined;
      return turn(before.state, status, { counted, at, points: known, told: {} });
    },
  };
}

/** Keeps response times of the last day by vantage point. */
function openSlots(sqlite: StoreFile) {
  const add = sqlite.prepare(`insert into point_slots (no, point, slot, answers, sum_ms, failures)
      values (@no, @point, @slot, @answers, @ms, @failures)
      on conflict (no, point, slot) do update set answers = answers + excluded.answers,
        sum_ms = sum_ms + excluded.sum_ms, failures = failures + excluded.failures`);
  const prune = sqlite.prepare("delete from point_slots where slot < ?");
  let pruned = 0;
  return ({ check: { no }, outcome, at }: Conclusion, { point, totalMs }: Sighting) => {
    const slot = Math.floor(at / secondMs / slotS);
    const isAnswer = totalMs !== null && (outcome === "ok" || outcome === "degraded");
    const failures = outcome === "failed" ? 1 : 0;
    add.run({ no, point, slot, answers: isAnswer ? 1 : 0, ms: isAnswer ? totalMs : 0, failures });
    if (slot <= pruned) return;
    pruned = slot;
    prune.run(slot - keptSlots);
  };
}

const sightingOf = ({ state, outcome, code, text, times, at }: Conclusion, point: string): Sighting => ({
  point,
  state,
  outcome,
  code,
  text,
  totalMs: times.at(-1) ?? null,
  seenAt: at,
});

/** What goes with an event of the check, as one look has found it. */
function toldOf({ httpStatus, times, certificate, events }: Conclusion) {
  const evidence = events.find(({ data }) => data.evidence !== undefined)?.data.evidence;
  return {
    httpStatus,
    totalMs: times.at(-1) ?? null,
    certificate: certificate?.fingerprint ?? null,
    ...(evidence !== undefined && { evidence }),
  };
}

interface SightingRow extends Omit<Sighting, "state"> {
  state: string;
}

function prepareStatements(sqlite: StoreFile) {
  return {
    sightingsOf: sqlite.prepare<unknown[], SightingRow>(
      "select point, state, outcome, code, text, total_ms as totalMs, seen_at as seenAt from point_states where no = ?",
    ),
    keep: sqlite.prepare(`insert or replace into point_states
        (no, point, state, outcome, seen_at, total_ms, http_status, code, text)
      values (@no, @point, @state, @outcome, @seenAt, @totalMs, @httpStatus, @code, @text)`),
    dropOthers: sqlite.prepare(
      "delete from point_states where no = ? and point not in (select value from json_each(?))",
    ),
    whole: sqlite.prepare<unknown[], { state: string | null; outcome: CheckOutcome | null }>(
      "select state, outcome from schedule where no = ?",
    ),
    taken: sqlite.prepare<unknown[], number>("select last_seq from point_runs where point = ? and run = ?").pluck(),
    note: sqlite.prepare("insert or replace into point_runs (point, run, last_seq, taken_at) values (?, ?, ?, ?)"),
    forget: sqlite.prepare("delete from point_runs where taken_at < ?"),
    ofPoint: sqlite.prepare<
      unknown[],
      { no: number; id: string; vantage: string; intervalS: number; targetType: CheckTargetType; targetId: string }
    >(`select c.no, c.check_id as id, c.vantage, c.interval_s as intervalS, c.target_type as targetType,
        c.target_id as targetId
      from checks c join schedule s on s.no = c.no
      where c.vantage is not null and s.is_active > 0
        and exists (select 1 from json_each(c.vantage, '$.points') where value = ?) and c.no > +?
      order by c.no limit ?`),
  };
}
