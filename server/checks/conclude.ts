import { judge, type MeasuredStatus } from "../../contract/checks/judge.ts";
import type { CheckOutcome } from "../../contract/checks/status.ts";
import { hourMs, secondMs } from "../../contract/time/durations.ts";
import { changesOf, factsOf, levelChangeOf, timesOf } from "./outcomes.ts";
import type { ProbeOutcome } from "./probe.ts";
import type { Conclusion } from "./store/results.ts";
import { type Claimed, urgency } from "./store/schedule.ts";

const jitter = 0.02;
/** An outage of a day is looked at less often. */
const longOutage = { afterMs: 24 * hourMs, atLeastS: 300 } as const;

interface Seen {
  found: ProbeOutcome;
  at: number;
  /** The portal's own connection is gone: what failed says nothing. */
  isBlind: boolean;
  random(): number;
}

/** Whether a check stands in a window of maintenance. */
export function isQuiet({ quietFrom, quietUntil }: Claimed, at: number): boolean {
  return quietFrom !== null && quietUntil !== null && at >= quietFrom && at < quietUntil;
}

/** What a look means for a check: what is written of it, told of it, and when it comes next. */
export function conclude(check: Claimed, { found, at, isBlind, random }: Seen): Conclusion {
  const outcome: CheckOutcome = isQuiet(check, at) ? "maintenance" : isBlind ? "unknown" : found.outcome;
  const slowMs = slowMsOf(check);
  // What is silent is told once it may speak: until then the level stays the one that was told.
  const speaks = outcome !== "maintenance" && outcome !== "unknown";
  const { state, events, nextInS } = judge(
    check.state,
    {
      outcome,
      at,
      code: found.code,
      retryAfterS: found.retryAfterS,
      isSlow: slowMs !== null && (found.phases.total ?? 0) > slowMs,
      isByHand: check.askedAt !== null && check.priority === urgency.asked,
    },
    { intervalS: check.intervalS, ...(check.kind === "push" && { maxFailures: 1 }) },
  );
  return {
    check,
    isAsked: check.priority === urgency.asked,
    at,
    // What answers, only too slowly, is impaired in its strip and its chart as long as its status says so.
    outcome: outcome === "ok" && state.status === "degraded" ? "degraded" : outcome,
    times: timesOf(found),
    httpStatus: found.httpStatus ?? null,
    code: found.code ?? null,
    text: found.text ?? null,
    state,
    dueAt: dueAfter(check, { nextInS, state, at, random }),
    priority: state.failures > 0 && state.status !== "offline" ? urgency.doubted : check.basePriority,
    isHanging: found.outcome === "failed" && (found.phases.total ?? 0) >= check.timeoutMs * 0.9,
    facts: {
      ...factsOf(check.facts, found),
      ...(speaks && found.certificateLevel && { certificateLevel: found.certificateLevel }),
    },
    certificate: found.certificate ?? null,
    events: [
      ...events.map(({ kind, from }) => ({
        kind,
        data: { ...toldOf(found), from, since: state.since, status: state.status },
      })),
      ...(outcome === "ok" || outcome === "degraded" ? changesOf(check.facts, found) : []),
      ...(speaks ? levelChangeOf(check.facts, found) : []),
    ],
  };
}

interface Next {
  nextInS: number;
  state: { status: MeasuredStatus; since: number | null };
  at: number;
  random(): number;
}

/** Keeps the rhythm that a check has, with a little chance in it; what is asked anew soon counts from now. */
function dueAfter(check: Claimed, { nextInS, state, at, random }: Next): number {
  const isLong = state.status === "offline" && state.since !== null && at - state.since > longOutage.afterMs;
  const seconds = isLong ? Math.max(nextInS, longOutage.atLeastS) : nextInS;
  const interval = seconds * secondMs;
  // What began late keeps the time at which it did: those that are due together and wait for each other spread out.
  const base = seconds === check.intervalS && at - check.dueAt < secondMs ? check.dueAt : at;
  const due = base + interval + (seconds === check.intervalS ? (random() - 0.5) * jitter * interval : 0);
  // What is in maintenance is looked at as soon as that is over.
  return Math.round(check.quietUntil !== null && at < check.quietUntil ? Math.min(due, check.quietUntil) : due);
}

/** From when on an answer is too slow; null where none is. */
export function slowMsOf({ config }: Pick<Claimed, "config">): number | null {
  const slowMs: unknown = JSON.parse(config).slowMs;
  return typeof slowMs === "number" ? slowMs : null;
}

function toldOf({ code, text, httpStatus, phases, evidence, certificate }: ProbeOutcome) {
  return {
    code: code ?? null,
    text: text ?? null,
    httpStatus: httpStatus ?? null,
    totalMs: phases.total ?? null,
    certificate: certificate?.fingerprint ?? null,
    ...(evidence !== undefined && { evidence }),
  };
}
