import { judge, type MeasuredStatus } from "../../contract/checks/judge.ts";
import type { CheckOutcome } from "../../contract/checks/status.ts";
import { hourMs, secondMs } from "../../contract/time/durations.ts";
import type { Log } from "../log.ts";
import { openConnectivity } from "./connectivity.ts";
import { type Limits, openDurations, openLanes, openLimits } from "./lanes.ts";
import { changesOf, factsOf, orderOf, timesOf } from "./outcomes.ts";
import type { CheckOrder, CheckResolver, Heartbeat, Probe, ProbeOutcome, ProbeTools } from "./probe.ts";
import type { Settled } from "./store/results.ts";
import type { Claimed, WantedCheck } from "./store/schedule.ts";
import type { Position, Store } from "./store/store.ts";

/** What the engine reads of the portal: checks that have changed, and the settings that concern it. */
export interface CheckSource {
  changedAfter(position: Position, limit: number): Promise<WantedCheck[]>;
  settings(): Promise<EngineSettings>;
  /** How far the portal has read the events. */
  lastEvent(): Promise<number>;
  /** What the target of a push check has reported last. */
  heartbeatOf?(checkId: string): Promise<Heartbeat | undefined>;
}

export interface EngineSettings {
  allowedNetworks: readonly string[];
  canaries: readonly string[];
  maxChecks: number;
}

export interface EngineOptions {
  store: Store;
  source: CheckSource;
  now(): number;
  probe: Probe;
  resolver: CheckResolver;
  random(): number;
  log: Log;
  /** Opens what the vault has sealed. */
  unseal(sealed: string): string;
  isShared?(address: string): boolean;
  /** Issuers of certificates in PEM that are trusted besides those of the system. */
  trust?: readonly string[];
  /** After events or results that somebody waits for were stored. */
  onNews?(): void;
}

export interface EngineFigures {
  running: number;
  limits: Limits;
  isConnectionLost: boolean;
  /** How many checks have ended since the start. */
  ended: number;
  /** How many milliseconds after its time a check began, at most, since this was asked last. */
  maxLateMs: number;
}

export interface Engine {
  /** Reads what the portal wants by now. */
  sync(): Promise<void>;
  /** Starts what is due, as far as there is room; returns at once. */
  startDue(): void;
  /** Writes what has come in. */
  flush(): void;
  /** Looks at all that is due and writes it; for tests and for the end of a process. */
  runDue(): Promise<void>;
  /** Lets what is under way end, and starts nothing more. */
  stop(): Promise<void>;
  figures(): EngineFigures;
}

const graceMs = 10 * secondMs;
/** A new check among many others waits for its turn within this time. */
const spreadMs = 60 * secondMs;
const jitter = 0.02;
/** An outage of a day is looked at less often. */
const longOutage = { afterMs: 24 * hourMs, atLeastS: 300 } as const;

/** The checker itself, without a clock or a connection of its own: claims, looks, judges and writes. */
export function createEngine(options: EngineOptions): Engine {
  const { store, source, now, probe, random, log } = options;
  let settings: EngineSettings = { allowedNetworks: [], canaries: [], maxChecks: 500 };
  const limiter = openLimits(() => settings.maxChecks);
  let limits: Limits = { answering: 40, hanging: 10 };
  let rates = { answering: 0, hanging: 0 };
  let ratesAt = Number.NEGATIVE_INFINITY;
  let limitsAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const running = { answering: new Set<Promise<void>>(), hanging: new Set<Promise<void>>() };
  const durations = { answering: openDurations(), hanging: openDurations() };
  const lanes = openLanes(options.isShared);
  let settled: Settled[] = [];
  let ended = 0;
  let maxLateMs = 0;

  const connectivity = openConnectivity({
    canaries: () => settings.canaries,
    connect: (address) => look(canaryOrder(address)),
    onChange(isLost, at) {
      log.warn({ isLost }, isLost ? "own connection is lost" : "own connection is back");
      store.results.tell(at, { kind: isLost ? "connectivityLost" : "connectivityBack", data: {} });
      options.onNews?.();
    },
  });

  /** Ends with an outcome whatever happens, soon after the check's time limit. */
  async function look(order: CheckOrder): Promise<ProbeOutcome> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error("time limit")), order.timeoutMs + secondMs);
    const { allowedNetworks } = settings;
    const tools: ProbeTools = {
      ...{ allowedNetworks, resolver: options.resolver, signal: limit.signal, now: () => new Date(now()) },
      ...(options.trust && { trust: options.trust }),
      isRenewedElsewhere: (facts) => store.certificates.isRenewed(facts, now()),
      readHeartbeat: async (checkId) => source.heartbeatOf?.(checkId),
    };
    try {
      return await probe(order, tools);
    } catch (err) {
      if (limit.signal.aborted)
        return {
          outcome: "failed",
          phases: { total: order.timeoutMs },
          code: "timeout",
          text: "Keine Verbindung (Timeout)",
        };
      log.error({ err, check: order.id }, "a probe failed by itself");
      return { outcome: "failed", phases: {}, code: "internal", text: "Prüfung gescheitert" };
    } finally {
      clearTimeout(timer);
    }
  }

  async function work(check: Claimed): Promise<void> {
    const order = orderOf(check, options.unseal);
    const lane = laneOf(check);
    const { startedAt, found } = await lanes.run(lane, async () => {
      const startedAt = now();
      maxLateMs = Math.max(maxLateMs, startedAt - check.dueAt);
      const kind = check.isHanging ? "hanging" : "answering";
      const begun = performance.now();
      const found = order
        ? await look(order)
        : ({ outcome: "failed", phases: {}, code: "internal", text: "Prüfung gescheitert" } as const);
      durations[kind].add((performance.now() - begun) / secondMs);
      return { startedAt, found };
    });
    settled.push(await conclude(check, found, startedAt));
    ended += 1;
  }

  async function conclude(check: Claimed, found: ProbeOutcome, at: number): Promise<Settled> {
    const target = `${check.target.type}:${check.target.id}`;
    if (found.outcome === "failed") connectivity.doubt(target, at);
    else connectivity.clear(target);
    const isQuiet =
      check.quietFrom !== null && check.quietUntil !== null && at >= check.quietFrom && at < check.quietUntil;
    // Whoever answers is there, whatever the canaries say.
    const isBlind = !isQuiet && found.outcome === "failed" && !(await connectivity.isThere(at));
    const outcome: CheckOutcome = isQuiet ? "maintenance" : isBlind ? "unknown" : found.outcome;
    const slowMs = slowMsOf(check);
    const verdict = judge(
      check.state,
      {
        ...{ outcome, at, code: found.code, retryAfterS: found.retryAfterS },
        isSlow: slowMs !== null && (found.phases.total ?? 0) > slowMs,
        isByHand: check.askedAt !== null && check.priority === 0,
      },
      { intervalS: check.intervalS, ...(check.kind === "push" && { maxFailures: 1 }) },
    );
    const known = factsOf(check.facts, found);
    const events = [
      ...verdict.events.map(({ kind, from }) => ({
        kind,
        data: { ...toldOf(found), from, since: verdict.state.since, status: verdict.state.status },
      })),
      ...(outcome === "ok" || outcome === "degraded" ? changesOf(check.facts, found) : []),
    ];
    return {
      check,
      isAsked: check.priority === 0,
      at,
      outcome,
      times: timesOf(found),
      httpStatus: found.httpStatus ?? null,
      code: found.code ?? null,
      text: found.text ?? null,
      state: verdict.state,
      dueAt: dueAfter(check, verdict.nextInS, verdict.state, at),
      priority: verdict.state.failures > 0 && verdict.state.status !== "offline" ? 1 : basePriority(check),
      isHanging: found.outcome === "failed" && (found.phases.total ?? 0) >= check.timeoutMs * 0.9,
      facts: known,
      certificate: found.certificate ?? null,
      events,
    };
  }

  /** Keeps the rhythm that a check has, with a little chance in it; what is asked anew soon counts from now. */
  function dueAfter(
    check: Claimed,
    nextInS: number,
    state: { status: MeasuredStatus; since: number | null },
    at: number,
  ): number {
    const isLong = state.status === "offline" && state.since !== null && at - state.since > longOutage.afterMs;
    const seconds = isLong ? Math.max(nextInS, longOutage.atLeastS) : nextInS;
    const interval = seconds * secondMs;
    const base = seconds === check.intervalS && at - check.dueAt < interval ? check.dueAt : at;
    const due = base + interval + (seconds === check.intervalS ? (random() - 0.5) * jitter * interval : 0);
    // What is in maintenance is looked at as soon as that is over.
    return Math.round(check.quietUntil !== null && at < check.quietUntil ? Math.min(due, check.quietUntil) : due);
  }

  function adjustLimits(at: number): void {
    if (at - limitsAt < secondMs && at >= limitsAt) return;
    limitsAt = at;
    if (at - ratesAt > 10 * secondMs) {
      ratesAt = at;
      rates = store.schedule.rates();
    }
    const loadOf = (kind: keyof Limits) => ({ rate: rates[kind], seconds: durations[kind].typical() });
    const lateOf = (kind: keyof Limits) => Math.max(0, at - (store.schedule.oldestDue(kind === "hanging", at) ?? at));
    limits = limiter.adjust(
      { answering: loadOf("answering"), hanging: loadOf("hanging") },
      { answering: lateOf("answering"), hanging: lateOf("hanging") },
    );
  }

  function startDue(): void {
    if (isStopped) return;
    const at = now();
    adjustLimits(at);
    for (const kind of ["answering", "hanging"] as const) {
      const free = limits[kind] - running[kind].size;
      for (const check of store.schedule.claim({ now: at, limit: free, isHanging: kind === "hanging", graceMs })) {
        const done = work(check)
          .catch((err: unknown) => log.error({ err, check: check.id }, "a check could not be concluded"))
          .finally(() => running[kind].delete(done));
        running[kind].add(done);
      }
    }
  }

  function flush(): void {
    if (settled.length === 0) return;
    const batch = settled;
    settled = [];
    const { events } = store.results.settle(batch);
    if (events > 0 || batch.some(({ isAsked }) => isAsked)) options.onNews?.();
  }

  const settleRunning = () => Promise.all([...running.answering, ...running.hanging]);

  return {
    async sync() {
      settings = await source.settings();
      // Nobody fails any more once it is back: that has to be asked for.
      if (connectivity.isLost()) await connectivity.isThere(now());
      store.results.continueAfter(await source.lastEvent());
      for (;;) {
        const wanted = await source.changedAfter(store.position(), 500);
        const last = wanted.at(-1);
        if (!last) return;
        const isMany = wanted.length > 20;
        store.schedule.apply(wanted, now(), ({ intervalS }) =>
          isMany ? Math.floor(random() * Math.min(intervalS * secondMs, spreadMs)) : 0,
        );
        store.setPosition(last);
      }
    },
    startDue,
    flush,
    async runDue() {
      for (;;) {
        startDue();
        if (running.answering.size + running.hanging.size === 0) break;
        await settleRunning();
        flush();
      }
    },
    async stop() {
      isStopped = true;
      await settleRunning();
      flush();
    },
    figures() {
      const isConnectionLost = connectivity.isLost();
      const figures = {
        running: running.answering.size + running.hanging.size,
        limits,
        isConnectionLost,
        ended,
        maxLateMs,
      };
      maxLateMs = 0;
      return figures;
    },
  };
}

const basePriority = ({ basePriority: priority }: Claimed) => priority;

/** Where it connects to, by the IP address that it found last: names may share one. */
function laneOf({ address, facts }: Claimed): string {
  const port = address.slice(address.lastIndexOf(":") + 1);
  return typeof facts.remoteAddress === "string" ? `${facts.remoteAddress}:${port}` : address;
}

function slowMsOf({ config }: Claimed): number | null {
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

function canaryOrder(address: string): CheckOrder {
  const colon = address.lastIndexOf(":");
  const host = address.slice(0, colon).replace(/^\[|\]$/g, "");
  return {
    id: "canary",
    kind: "tcp",
    target: { type: "host", id: "canary" },
    config: { host, port: Number(address.slice(colon + 1)), slowMs: 60_000 },
    secret: null,
    timeoutMs: 5000,
  } as CheckOrder;
}
