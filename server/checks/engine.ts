import { secondMs } from "../../contract/time/durations.ts";
import type { Log } from "../log.ts";
import { openCapacity, pools } from "./capacity.ts";
import { conclude, isQuiet } from "./conclude.ts";
import { openConnectivity } from "./connectivity.ts";
import { type Limits, openLanes } from "./lanes.ts";
import { orderOf } from "./outcomes.ts";
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

/** The checker itself, without a clock or a connection of its own: claims, looks, judges and writes. */
export function createEngine(options: EngineOptions): Engine {
  const { store, source, now, probe, random, log } = options;
  let settings: EngineSettings = { allowedNetworks: [], canaries: [], maxChecks: 500 };
  let isStopped = false;
  const capacity = openCapacity(store, () => settings.maxChecks);
  const lanes = openLanes(options.isShared);
  let settled: Settled[] = [];
  /** Whether the connection is back: nothing else waits for that. */
  let asking: Promise<unknown> | undefined;
  let ended = 0;
  let maxLateMs = 0;

  const connectivity = openConnectivity({
    canaries: () => settings.canaries,
    connect: (address) => look(canaryOrder(address)),
    onChange(isLost, at, { targets, since }) {
      log.warn({ isLost }, isLost ? "own connection is lost" : "own connection is back");
      flush();
      if (isLost) store.results.disown(targets, since);
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
      const begun = performance.now();
      const found = order
        ? await look(order)
        : ({ outcome: "failed", phases: {}, code: "internal", text: "Prüfung gescheitert" } as const);
      capacity.tookSeconds(check.isHanging ? "hanging" : "answering", (performance.now() - begun) / secondMs);
      return { startedAt, found };
    });
    settled.push(await settle(check, found, startedAt));
    ended += 1;
  }

  async function settle(check: Claimed, found: ProbeOutcome, at: number): Promise<Settled> {
    const target = `${check.target.type}:${check.target.id}`;
    if (found.outcome === "failed") connectivity.doubt(target, at);
    else connectivity.clear(target);
    // Whoever answers is there, whatever the canaries say.
    const isBlind = found.outcome === "failed" && !isQuiet(check, at) && !(await connectivity.isThere(at));
    return conclude(check, { found, at, isBlind, random });
  }

  function startDue(): void {
    if (isStopped) return;
    const at = now();
    capacity.adjust(at);
    for (const pool of pools) {
      const isHanging = pool === "hanging";
      // Whoever would wait for long gives the check back: its claim has a time limit.
      for (const check of store.schedule.claim({ now: at, limit: capacity.free(pool), isHanging, graceMs }))
        if (lanes.isFull(laneOf(check))) store.schedule.release(check, at + secondMs);
        else
          capacity.hold(
            pool,
            work(check).catch((err: unknown) => log.error({ err, check: check.id }, "a check could not be concluded")),
          );
    }
  }

  function flush(): void {
    if (settled.length === 0) return;
    const batch = settled;
    settled = [];
    const { events } = store.results.settle(batch);
    if (events > 0 || batch.some(({ isAsked }) => isAsked)) options.onNews?.();
  }

  return {
    async sync() {
      settings = await source.settings();
      // Nobody fails any more once it is back: that has to be asked for.
      if (connectivity.isLost()) asking = connectivity.isThere(now());
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
      await asking;
      for (;;) {
        startDue();
        if (capacity.running() === 0) break;
        await capacity.allEnded();
        flush();
      }
    },
    async stop() {
      isStopped = true;
      await capacity.allEnded();
      flush();
    },
    figures() {
      const isConnectionLost = connectivity.isLost();
      const figures = {
        running: capacity.running(),
        limits: capacity.limits(),
        isConnectionLost,
        ended,
        maxLateMs,
      };
      maxLateMs = 0;
      return figures;
    },
  };
}

/** Where it connects to, by the IP address that it found last: names may share one. */
function laneOf({ address, facts }: Claimed): string {
  const port = address.slice(address.lastIndexOf(":") + 1);
  return typeof facts.remoteAddress === "string" ? `${facts.remoteAddress}:${port}` : address;
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
