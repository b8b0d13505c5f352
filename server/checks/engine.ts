import { secondMs } from "../../contract/time/durations.ts";
import type { Log } from "../log.ts";
import { openCapacity, type Pool, pools } from "./capacity.ts";
import { conclude, isQuiet } from "./conclude.ts";
import { type Connectivity, openConnectivity } from "./connectivity.ts";
import { openDeafness } from "./deafness.ts";
import { type Limits, openLanes } from "./lanes.ts";
import { canaryOrder, openLook, openSee } from "./look.ts";
import { orderOf } from "./outcomes.ts";
import type { CheckResolver, Heartbeat, Probe, ProbeOutcome } from "./probe.ts";
import type { KnownPoint } from "./store/points.ts";
import type { Conclusion } from "./store/results.ts";
import { byUrgency, type Claimed, type WantedCheck } from "./store/schedule.ts";
import type { Position, Store } from "./store/store.ts";
import { type AgentBatch, followElsewhere, type IsTaken } from "./take-batches.ts";

/** What the engine reads of the portal: checks that have changed, and the settings that concern it. */
export interface CheckSource {
  changedAfter(position: Position, limit: number): Promise<WantedCheck[]>;
  settings(): Promise<EngineSettings>;
  /** How far the portal has read the events. */
  lastEvent(): Promise<number>;
  /** What the target of a push check has reported last. */
  heartbeatOf?(checkId: string): Promise<Heartbeat | undefined>;
  /** What agents have handed in and was not taken yet; a few batches, the oldest first. */
  batches?(isTaken: IsTaken): Promise<AgentBatch[]>;
}

export interface EngineSettings {
  allowedNetworks: readonly string[];
  canaries: readonly string[];
  maxChecks: number;
  /** From where else it is looked. */
  points?: readonly KnownPoint[];
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
  /** Whether targets may be looked at now; always, when absent. */
  mayLook?(): boolean;
  /** Has another node look; undefined where this one has to. */
  lookElsewhere?(check: Claimed, allowedNetworks: readonly string[]): Promise<ProbeOutcome | undefined>;
  /** Issuers of certificates in PEM that are trusted besides those of the system. */
  trust?: readonly string[];
  /** After events or results that somebody waits for were stored. */
  onStored?(): void;
  /** With what was concluded, once it is stored. */
  onConcluded?(batch: readonly Conclusion[]): void;
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

/** A claim outlives the time limit of its check and the canaries by far; a new process frees those of a dead one at once. */
const graceMs = 30 * secondMs;
/** How often what is due is looked for. */
export const tickMs = 200;
/** So many of one address can be begun with each tick. */
const perTick = 3;
/** A new check among many others waits for its turn within this time. */
const spreadMs = 60 * secondMs;

/** The checker itself, without a clock or a connection of its own: claims, looks, judges and writes. */
export function createEngine(options: EngineOptions): Engine {
  const { store, source, now, random, log } = options;
  let settings: EngineSettings = { allowedNetworks: [], canaries: [], maxChecks: 500 };
  let isStopped = false;
  const capacity = openCapacity(store, () => settings.maxChecks);
  const lanes = openLanes(options.isShared);
  const deafness = openDeafness({
    seenAt: store.schedule.lastSeen(),
    startedAt: now(),
    kept: store.deafness(),
    keep: store.keepDeafness,
  });
  const look = openLook(options, { settings: () => settings, deafness });
  const see = openSee(options, look);
  const conclusions: Conclusion[] = [];
  /** Whether the connection is back: nothing else waits for that. */
  let asking: Promise<unknown> | undefined;
  let [ended, maxLateMs] = [0, 0];

  const connectivity = openConnectivity({
    canaries: () => settings.canaries,
    connect: (endpoint) => look(canaryOrder(endpoint)),
    onChange(isLost, at, { targets, since }) {
      log.warn({ isLost }, isLost ? "own connection is lost" : "own connection is back");
      flush();
      if (isLost) store.results.disown(targets, since);
      deafness.follow(isLost, at, since);
      store.results.tell(at, { kind: isLost ? "connectivityLost" : "connectivityBack", data: {} });
      options.onStored?.();
    },
  });

  async function work(check: Claimed): Promise<void> {
    const [order, lane] = [orderOf(check, options.unseal), laneOf(check)];
    const seen = await lanes.run(lane, async () => {
      maxLateMs = Math.max(maxLateMs, now() - check.dueAt);
      const begun = performance.now();
      const seen = await see(check, order, settings.allowedNetworks);
      capacity.tookSeconds(check.isHanging ? "hanging" : "answering", (performance.now() - begun) / secondMs);
      if (seen) lanes.note(lane, seen.found.isSilent === true);
      return seen;
    });
    if (!seen) return store.schedule.release(check, now() + tickMs);
    conclusions.push(await judge(check, seen, connectivity, random));
    ended += 1;
  }

  function startDue(): void {
    if (isStopped || options.mayLook?.() === false) return;
    const at = now();
    capacity.adjust(at);
    const giveBack = openReturns(store, at);
    for (const { pool, check } of claimDue(store, capacity, at)) {
      if (lanes.isFull(laneOf(check))) giveBack(check);
      else
        capacity.hold(
          pool,
          work(check).catch((err: unknown) => log.error({ err, check: check.id }, "a check could not be concluded")),
        );
    }
  }

  function flush(): void {
    if (conclusions.length === 0) return;
    const batch = conclusions.splice(0);
    const { events } = store.results.save(batch);
    options.onConcluded?.(batch);
    if (events > 0 || batch.some(({ isAsked }) => isAsked)) options.onStored?.();
  }

  return {
    async sync() {
      settings = await source.settings();
      // Nobody fails any more once it is back: that has to be asked for.
      if (connectivity.isLost()) asking = connectivity.isThere(now());
      store.results.continueAfter(await source.lastEvent());
      await takeOver(options);
      if (await followElsewhere(options, settings.points ?? [])) options.onStored?.();
    },
    startDue,
    flush,
    async runDue() {
      await asking;
      for (startDue(); capacity.running() > 0; startDue()) {
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
      const [late, isConnectionLost] = [maxLateMs, connectivity.isLost()];
      maxLateMs = 0;
      return { running: capacity.running(), limits: capacity.limits(), isConnectionLost, ended, maxLateMs: late };
    },
  };
}

/**
 * Whoever would wait for long gives the check back: its claim has a time limit. The most urgent of an address come again
 * with each tick, so that they are there when a slot is free, the others as fast as they may be served.
 */
function openReturns({ schedule }: Store, at: number) {
  const given = new Map<string, number>();
  return (check: Claimed) => {
    const before = given.get(laneOf(check)) ?? 0;
    given.set(laneOf(check), before + 1);
    schedule.release(check, at + tickMs * (1 + Math.floor(before / perTick)));
  };
}

/** Claims what is due of those that answer and of those that hang, as far as there is room; the most urgent first. */
function claimDue({ schedule }: Store, capacity: ReturnType<typeof openCapacity>, at: number) {
  const claimed: { pool: Pool; check: Claimed }[] = [];
  for (const pool of pools) {
    const limit = Math.min(capacity.free(pool), capacity.room() - claimed.length);
    for (const check of schedule.claim({ now: at, limit, isHanging: pool === "hanging", graceMs }))
      claimed.push({ pool, check });
  }
  return claimed.toSorted((a, b) => byUrgency(a.check, b.check));
}

async function judge(
  check: Claimed,
  { found, at }: { found: ProbeOutcome; at: number },
  connectivity: Connectivity,
  random: () => number,
): Promise<Conclusion> {
  const target = `${check.target.type}:${check.target.id}`;
  if (found.outcome === "failed") connectivity.doubt(target, at);
  else connectivity.clear(target);
  // Whoever answers is there, whatever the canaries say.
  const isBlind = found.outcome === "failed" && !isQuiet(check, at) && !(await connectivity.isThere(at));
  return conclude(check, { found, at, isBlind, random });
}

/** Takes over what the portal wants by now; of many new checks each waits for its turn, so that they do not all begin at once. */
async function takeOver({ store, source, now, random }: EngineOptions): Promise<void> {
  for (;;) {
    const wanted = await source.changedAfter(store.position(), 500);
    const last = wanted.at(-1);
    if (!last) return;
    const isMany = wanted.length > 20;
    store.schedule.apply(wanted, now(), ({ intervalS }) =>
      isMany ? Math.floor(random() * Math.min(intervalS * secondMs, spreadMs)) : 0,
    );
    store.points.touch(wanted);
    store.setPosition(last);
  }
}

/** Where it connects to, by the IP address that it found last: names may share one. */
function laneOf({ address, facts }: Claimed): string {
  const port = address.slice(address.lastIndexOf(":") + 1);
  return typeof facts.remoteAddress === "string" ? `${facts.remoteAddress}:${port}` : address;
}
