import { type CauseCode, causeText } from "../../../contract/checks/causes.ts";
import type { Phase } from "../../../contract/checks/kinds.ts";
import type { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { asOutboundProblem } from "../../outbound/outbound-problem.ts";
import type { ProbeOutcome, ProbeTools } from "../probe.ts";

type Phases = Partial<Record<Phase, number>>;

/** Measures a probe and ends it at its limit. */
export interface Stopwatch {
  signal: AbortSignal;
  /** Keeps whole milliseconds of a part. */
  keep(phase: Phase, ms: number | undefined): void;
  phases(): Phases;
}

export function openStopwatch(timeoutMs: number, { signal }: Pick<ProbeTools, "signal">): Stopwatch {
  const begun = performance.now();
  const phases: Phases = {};
  return {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    keep: (phase, ms) => {
      if (ms !== undefined) phases[phase] = Math.max(0, Math.round(ms));
    },
    phases: () => ({ ...phases, total: phases.total ?? Math.round(performance.now() - begun) }),
  };
}

/** An outcome with its cause in words. */
export function judged(
  outcome: ProbeOutcome["outcome"],
  code: CauseCode,
  detail?: string,
): Pick<ProbeOutcome, "outcome" | "code" | "text"> {
  return { outcome, code, text: causeText(code, detail) };
}

/** What it means that no answer came; errors that are none of the network's are thrown on. */
export function failedBy(error: unknown, watch: Stopwatch): ProbeOutcome {
  const problem = asOutboundProblem(error, watch.signal);
  if (isProgrammingError(problem)) throw error;
  return {
    ...judged("failed", problem.code, detailOf(problem)),
    ...overwritten(problem),
    phases: watch.phases(),
    ...(isSilence(problem) && { isSilent: true }),
  };
}

/** Nobody took the connection; behind a redirect the one that was asked first has answered. */
const isSilence = ({ code, at, isRedirected }: OutboundProblem) =>
  (code === "timeout" || code === "unreachable") && at === "connect" && !isRedirected;

/** Only what somebody has set, such as a header, may be wrong in a way that is no fault of the code. */
function isProgrammingError({ cause, code }: OutboundProblem): boolean {
  const isOfCode = cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError;
  return isOfCode && code !== "internal";
}

/** Who has connected and waits is not told that no connection came about. */
function overwritten({ code, at }: OutboundProblem): Pick<ProbeOutcome, "text"> {
  if (code === "timeout" && (at === "answer" || at === "tls")) return { text: "Keine Antwort (Timeout)" };
  return {};
}

function detailOf({ code, cause, message }: OutboundProblem): string | undefined {
  if (code === "blockedNetwork") return / zu (\S+);/.exec(message)?.[1];
  if (code !== "tlsFailed") return undefined;
  const reason = cause instanceof Error && "reason" in cause ? String(cause.reason) : undefined;
  const name = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return reason ?? name;
}
