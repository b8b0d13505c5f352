import { setTimeout as delay } from "node:timers/promises";
import { minuteMs, secondMs } from "../../contract/time/durations.ts";
import { setPortalTimeZone } from "../../contract/time/time-zone.ts";
import type { Db } from "../db/connection.ts";
import type { Log } from "../log.ts";
import type { Vault } from "../vault.ts";
import { createEngine, type Engine, tickMs } from "./engine.ts";
import type { Probe } from "./probe.ts";
import { probe, resolverOf } from "./probes/probes.ts";
import { openSharedAddresses } from "./shared-addresses.ts";
import type { Shares } from "./shares/share-out.ts";
import { openSource } from "./source.ts";
import { storeFile } from "./store/open-store.ts";
import { openStore, type Store } from "./store/store.ts";

interface Options {
  db: Db;
  dataDir: string;
  vault: Vault;
  nameServers: readonly string[] | undefined;
  /** How targets are looked at, where that is not the portal's own way. */
  probe?: Probe | undefined;
  /** Whether targets may be looked at. */
  mayLook?: () => boolean;
  /** Has other nodes look as well. */
  shares?: Shares | undefined;
  log: Log;
  onStored(): void;
}

const syncMs = 5 * secondMs;
const rollUpMs = minuteMs;
/** A part of the work that sums up and forgets: nobody waits longer for it than a probe takes. */
const rollUpLimit = 25;
const pruneLimit = 200;

/** Runs the engine by the clock until it is stopped. */
export function runChecker({ db, dataDir, vault, probe: look = probe, mayLook, shares, log, ...options }: Options) {
  const store = openStore(storeFile(dataDir));
  const engine = createEngine({
    store,
    source: openSource(db),
    now: Date.now,
    probe: look,
    resolver: resolverOf(options.nameServers),
    random: Math.random,
    log,
    unseal: vault.open,
    isShared: openSharedAddresses(),
    ...(mayLook && { mayLook }),
    ...(shares && { lookElsewhere: shares.look }),
    onStored: options.onStored,
  });
  const stopping = new AbortController();
  let isWoken = true;
  const running = Promise.all([
    loop(stopping.signal, log, openTicks(engine, log, { isWoken: () => isWoken, rest: () => (isWoken = false) })),
    loop(
      stopping.signal,
      log,
      openRollUp(store, () => readTimeZone(db)),
    ),
  ]);
  return {
    wake: () => {
      isWoken = true;
    },
    engine,
    async stop() {
      stopping.abort();
      await engine.stop();
      await running;
      store.close();
      await db.destroy();
    },
  };
}

type Turn = () => Promise<number>;

/** Takes turn after turn; each says after how long the next one comes. A turn that fails is logged. */
export async function loop(signal: AbortSignal, log: Log, turn: Turn): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await turn().catch((err: unknown) => {
      log.error({ err }, "the checker could not take its turn");
      return secondMs;
    });
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

/** Once it has read what to look at, it goes on with that for as long as the portal's database is away. */
export function openTicks(engine: Engine, log: Log, woken: { isWoken(): boolean; rest(): void }): Turn {
  let syncedAt = Number.NEGATIVE_INFINITY;
  let hasRead = false;
  return async () => {
    const begun = performance.now();
    if (woken.isWoken() || begun - syncedAt > syncMs) {
      woken.rest();
      syncedAt = begun;
      try {
        await engine.sync();
        hasRead = true;
      } catch (err) {
        if (!hasRead) throw err;
        log.warn({ err }, "the checks could not be read anew");
      }
    }
    engine.flush();
    engine.startDue();
    return Math.max(1, tickMs - (performance.now() - begun));
  };
}

/** Sums up and forgets in parts, so that checks come between; begins anew every minute. */
function openRollUp(store: Store, timeZone: () => Promise<string | undefined>): Turn {
  let pruned = 0;
  let prunedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowS = Math.floor(Date.now() / secondMs);
    const zone = await timeZone().catch(() => undefined);
    if (zone) setPortalTimeZone(zone);
    if (store.rollUp.rollUp(nowS, rollUpLimit) === rollUpLimit) return tickMs / 4;
    if (performance.now() - prunedAt < 60 * minuteMs) return rollUpMs;
    const last = store.rollUp.prune(nowS, pruned, pruneLimit);
    pruned = last ?? 0;
    store.rollUp.shrink();
    if (last !== undefined) return tickMs;
    prunedAt = performance.now();
    return rollUpMs;
  };
}

async function readTimeZone(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("valuesJson").where("section", "=", "general").executeTakeFirst();
  const timeZone: unknown = row && JSON.parse(row.valuesJson).timeZone;
  return typeof timeZone === "string" ? timeZone : undefined;
}
