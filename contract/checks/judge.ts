import { hourMs, minuteMs, secondMs } from "../time/durations.ts";
import { type CauseCode, isCauseCode } from "./causes.ts";
import type { CheckEventKind } from "./kinds.ts";
import type { CheckOutcome } from "./status.ts";

/** What a check itself can be; maintenance and pauses are laid over it by whoever shows it. */
export type MeasuredStatus = "unknown" | "online" | "degraded" | "offline";

/** What is known of a check between two results. Plain data, so that it can be kept. */
export interface CheckState {
  status: MeasuredStatus;
  /** Since when, in milliseconds; null where nothing has been measured yet. */
  since: number | null;
  cause: CauseCode | null;
  failures: number;
  successes: number;
  impairments: number;
  /** Whether the last answers were slow, the latest last, as `0` and `1`. */
  slow: string;
  /** When a result was last counted. */
  countedAt: number | null;
  /** When it went down or came back within the last hour. */
  turns: readonly number[];
  isFlapping: boolean;
}

export const newCheckState: CheckState = {
  status: "unknown",
  since: null,
  cause: null,
  failures: 0,
  successes: 0,
  impairments: 0,
  slow: "",
  countedAt: null,
  turns: [],
  isFlapping: false,
};

export interface JudgedResult {
  outcome: CheckOutcome;
  at: number;
  code?: CauseCode | null | undefined;
  /** Slower than the threshold of this check. */
  isSlow?: boolean;
  /** Asked for by a person, beside the schedule. */
  isByHand?: boolean;
  retryAfterS?: number | null | undefined;
}

export interface JudgeRules {
  intervalS: number;
  /** How many failures in a row make it offline; 1 where the target itself says so, as heartbeats do. */
  maxFailures?: number;
}

export interface Verdict {
  state: CheckState;
  /** In the order in which they happened. */
  events: { kind: CheckEventKind; from: MeasuredStatus }[];
  /** When to look again. */
  nextInS: number;
}

const recheckS = [20, 60] as const;
const recoveries = 2;
const recoveriesWhileFlapping = 5;
const slowWindow = 5;
const minSlow = 3;
const maxTurns = 4;
const calmMs = 30 * minuteMs;
/** Asking twice within this time asks the same moment. */
const byHandMs = 10 * secondMs;
const maxRetryAfterS = hourMs / secondMs;

/**
 * What a result means after those before it: online at the first success, offline at the third failure from connections
 * of their own, back with the second success, impaired when three of five answers were slow. Pure; the caller keeps the
 * state and decides itself whether an event is told.
 */
export function judge(before: CheckState, result: JudgedResult, rules: JudgeRules): Verdict {
  // What reports by itself is believed each time: nobody has asked it twice.
  const asksTarget = rules.maxFailures !== 1;
  const isTooSoon =
    asksTarget && result.isByHand === true && before.countedAt !== null && result.at - before.countedAt < byHandMs;
  if (isTooSoon) return { state: before, events: [], nextInS: recheckAfter(before, rules) };
  if (result.outcome === "unknown" || result.outcome === "maintenance") return skip(before, rules);
  const counted = count(before, result);
  const status = statusAfter(counted, result, rules);
  return conclude({ before, counted, status, result, rules });
}

/** What was seen while nobody could see, or while it may be down, says nothing about the next failure. */
function skip(before: CheckState, rules: JudgeRules): Verdict {
  const state = { ...before, failures: 0, successes: 0, impairments: 0 };
  return { state, events: [], nextInS: rules.intervalS };
}

function count(before: CheckState, { outcome, at, isSlow }: JudgedResult): CheckState {
  const isFailure = outcome === "failed";
  return {
    ...before,
    failures: isFailure ? before.failures + 1 : 0,
    successes: isFailure ? 0 : before.successes + 1,
    impairments: outcome === "degraded" ? before.impairments + 1 : 0,
    slow: isFailure ? before.slow : `${before.slow}${isSlow ? 1 : 0}`.slice(-slowWindow),
    countedAt: at,
    turns: before.turns.filter((turn) => at - turn < hourMs),
  };
}

function statusAfter(
  counted: CheckState,
  { outcome, code }: JudgedResult,
  { maxFailures = 3 }: JudgeRules,
): MeasuredStatus {
  const { status, failures, successes, isFlapping } = counted;
  if (outcome === "failed") return failures >= maxFailures ? "offline" : status;
  const needed = maxFailures === 1 ? 1 : isFlapping ? recoveriesWhileFlapping : recoveries;
  if (status === "offline" && successes < needed) return "offline";
  if (outcome === "degraded" && (status === "degraded" || isImpaired(counted, code, maxFailures))) return "degraded";
  const slow = counted.slow.replaceAll("0", "").length;
  // Once impaired for being slow, it stays so until a window has next to none: one answer more or less is no news.
  const isSlowNow = slow >= minSlow || (status === "degraded" && counted.cause === "slow" && slow > 1);
  return isSlowNow ? "degraded" : "online";
}

/** A certificate does not come and go; what a page says may be an accident once. */
function isImpaired({ impairments }: CheckState, code: JudgedResult["code"], maxFailures: number): boolean {
  return impairments >= 2 || maxFailures === 1 || code?.startsWith("certificate") === true;
}

interface Conclusion {
  before: CheckState;
  counted: CheckState;
  status: MeasuredStatus;
  result: JudgedResult;
  rules: JudgeRules;
}

function conclude({ before, counted, status, result, rules }: Conclusion): Verdict {
  const events: Verdict["events"] = [];
  const tell = (kind: CheckEventKind) => events.push({ kind, from: before.status });
  const isChanged = status !== before.status;
  if (result.outcome === "failed" && counted.failures === 1 && before.status !== "offline") tell("failing");
  if (isChanged) tell(transitionOf(before.status, status));
  const isTurn = isChanged && (status === "offline" || before.status === "offline");
  const turns = isTurn ? [...counted.turns, result.at].slice(-2 * maxTurns) : counted.turns;
  const isFlapping = before.isFlapping
    ? turns.some((turn) => result.at - turn < calmMs)
    : isTurn && turns.length >= maxTurns;
  if (isFlapping !== before.isFlapping) tell(isFlapping ? "flapping" : "steady");
  const state: CheckState = {
    ...counted,
    status,
    since: isChanged || before.since === null ? result.at : before.since,
    cause: causeAfter(counted, status, result),
    turns,
    isFlapping,
  };
  return { state, events, nextInS: nextAfter(state, result, rules) };
}

/** Brings a check to a status that several vantage points have come to, with what is told of that. */
export function turnTo(
  before: CheckState,
  status: MeasuredStatus,
  { at, code }: { at: number; code: string | null },
): Pick<Verdict, "state" | "events"> {
  const turns = before.turns.filter((turn) => at - turn < hourMs);
  const counted = { ...before, failures: 0, successes: 0, impairments: 0, countedAt: at, turns };
  const outcome = status === "offline" ? "failed" : status === "degraded" ? "degraded" : "ok";
  const result = { outcome, at, code: code !== null && isCauseCode(code) ? code : null } as const;
  const { state, events } = conclude({ before, counted, status, result, rules: { intervalS: 0 } });
  return { state, events };
}

function transitionOf(from: MeasuredStatus, to: MeasuredStatus): CheckEventKind {
  if (to === "unknown") return "unknown";
  if (to === "offline") return "down";
  if (to === "degraded") return "degraded";
  return from === "degraded" ? "restored" : "up";
}

function causeAfter({ cause }: CheckState, status: MeasuredStatus, { outcome, code }: JudgedResult): CauseCode | null {
  if (status === "online" || status === "unknown") return null;
  if (status === "offline") return outcome === "failed" ? (code ?? cause) : cause;
  // A failure that is not yet an outage leaves the reason for which it was impaired before.
  return outcome === "degraded" ? (code ?? "slow") : outcome === "failed" ? cause : "slow";
}

function nextAfter(state: CheckState, { outcome, retryAfterS }: JudgedResult, rules: JudgeRules): number {
  const nextInS = recheckAfter(state, rules, outcome);
  return Math.max(nextInS, Math.min(retryAfterS ?? 0, maxRetryAfterS));
}

/** Doubts are cleared soon, from a new connection; what is down is asked at least every minute until it is back. */
function recheckAfter(state: CheckState, { intervalS, maxFailures = 3 }: JudgeRules, outcome?: CheckOutcome): number {
  const { status, failures, successes, impairments } = state;
  const soon = (seconds: number) => Math.min(seconds, intervalS);
  if (maxFailures === 1) return intervalS;
  if (status !== "offline" && failures > 0) return soon(recheckS[failures - 1] ?? recheckS[1]);
  if (status === "offline") return soon(successes > 0 ? recheckS[0] : recheckS[1]);
  if (outcome === "degraded" && impairments === 1 && status !== "degraded") return soon(recheckS[0]);
  return intervalS;
}
