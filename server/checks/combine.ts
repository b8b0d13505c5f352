import { type CheckState, type MeasuredStatus, turnTo } from "../../contract/checks/judge.ts";
import type { CheckOutcome } from "../../contract/checks/status.ts";
import { isOneOf } from "../../contract/narrowing.ts";
import { portalPoint, type Vantage, type VantageRule } from "../../contract/vantage-points/vantage-points.ts";
import { whereText } from "../../contract/vantage-points/where-text.ts";
import type { Conclusion, NewEvent } from "./store/results.ts";

/** How a check stands from one vantage point. */
export interface Sighting {
  point: string;
  state: CheckState;
  outcome: CheckOutcome;
  code: string | null;
  text: string | null;
  totalMs: number | null;
  seenAt: number;
}

/** What is known of the vantage points themselves. */
export interface Points {
  nameOf(id: string): string;
  /** Nobody is down by the word of one that does not report. */
  isSilent(id: string): boolean;
}

interface Combined {
  status: MeasuredStatus;
  outcome: CheckOutcome;
}

const isEnough = (count: number, of: number, rule: VantageRule): boolean =>
  rule === "any" ? count > 0 : rule === "all" ? count === of : count * 2 > of;

/** Results of a check that is down for long come this seldom, whatever its interval. */
const downIntervalS = 300;
const heldIntervals = 2.5;

/**
 * The sightings that count, in the order in which their points were chosen: of those that report, not blind, and not older
 * than the next one should be.
 */
export function countedOf(
  sightings: readonly Sighting[],
  { vantage, intervalS, at, points }: { vantage: Vantage; intervalS: number; at: number; points: Points },
): Sighting[] {
  const heldMs = heldIntervals * Math.max(intervalS, downIntervalS) * 1000;
  const chosen = vantage.points.flatMap((id) => sightings.find(({ point }) => point === id) ?? []);
  return chosen.filter(
    ({ point, state, outcome, seenAt }) =>
      (point === portalPoint || !points.isSilent(point)) &&
      state.status !== "unknown" &&
      outcome !== "unknown" &&
      at - seenAt <= heldMs,
  );
}

/** What several vantage points find together: down by the rule, and impaired where some reach it and others do not. */
export function combine(counted: readonly Sighting[], rule: VantageRule): Combined | undefined {
  if (counted.length === 0) return undefined;
  const count = (isMeant: (sighting: Sighting) => boolean) => counted.filter(isMeant).length;
  const down = count(({ state }) => state.status === "offline");
  const impaired = down + count(({ state }) => state.status === "degraded");
  const failed = count(({ outcome }) => outcome === "failed");
  const poor = failed + count(({ outcome }) => outcome === "degraded");
  const isDown = isEnough(down, counted.length, rule);
  const hasFailed = isEnough(failed, counted.length, rule);
  return {
    status: isDown ? "offline" : down > 0 || isEnough(impaired, counted.length, rule) ? "degraded" : "online",
    outcome: hasFailed ? "failed" : failed > 0 || isEnough(poor, counted.length, rule) ? "degraded" : "ok",
  };
}

interface Turned {
  state: CheckState;
  events: NewEvent[];
  code: string | null;
  text: string | null;
}

/** Brings a check to what its sightings come to, and tells of it from where it is down. */
export function turn(
  before: CheckState,
  status: MeasuredStatus,
  { counted, at, points, told }: { counted: readonly Sighting[]; at: number; points: Points; told: NewEvent["data"] },
): Turned {
  const { code, text } = causeOf(counted, points);
  const { state, events } = turnTo(before, status, { at, code });
  return {
    state,
    code,
    text,
    events: events.map(({ kind, from }) => ({
      kind,
      data: { ...told, code, text, from, since: state.since, status },
    })),
  };
}

/** Why it is not online, of the first that says so, and from where. */
function causeOf(counted: readonly Sighting[], points: Points): Pick<Turned, "text"> & { code: string | null } {
  const isDown = ({ state }: Sighting) => state.status === "offline";
  const speaker = counted.find(isDown) ?? counted.find(({ state }) => state.status === "degraded");
  const where = whereText(
    counted.map((sighting) => ({
      id: sighting.point,
      name: points.nameOf(sighting.point),
      isReached: !isDown(sighting),
    })),
  );
  const text = [speaker?.text, where].filter(Boolean).join(": ");
  return { code: speaker?.code ?? null, text: text === "" ? null : text };
}

/** What one point tells of a check for all of them: that it begins to fail, and where it leads, what has changed about it. */
export function passedOn(events: Conclusion["events"], { isLead, isOffline }: { isLead: boolean; isOffline: boolean }) {
  return events.filter(({ kind }) => {
    if (kind === "failing") return !isOffline;
    return (
      isLead &&
      isOneOf(["certificateChanged", "certificateLevel", "titleChanged", "sizeChanged", "bannerChanged"], kind)
    );
  });
}
