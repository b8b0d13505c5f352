import { secondMs } from "../../contract/time/durations.ts";
import type { Deafness } from "./deafness.ts";
import type { EngineOptions, EngineSettings } from "./engine.ts";
import type { CheckOrder, ProbeOutcome, ProbeTools } from "./probe.ts";
import type { Claimed } from "./store/schedule.ts";

/** Nothing is wrong with what is looked at. */
export const failedByItself: ProbeOutcome = {
  outcome: "failed",
  phases: {},
  code: "internal",
  text: "Prüfung gescheitert",
};

/** Looks by the engine's probe; ends with an outcome whatever happens, soon after the check's time limit. */
export function openLook(
  { store, source, now, probe, resolver, trust, log }: EngineOptions,
  { settings, deafness }: { settings(): EngineSettings; deafness: Deafness },
) {
  return async (order: CheckOrder): Promise<ProbeOutcome> => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error("time limit")), order.timeoutMs + secondMs);
    const { allowedNetworks } = settings();
    const tools: ProbeTools = {
      allowedNetworks,
      resolver,
      signal: limit.signal,
      now: () => new Date(now()),
      ...(trust && { trust }),
      isRenewedElsewhere: (facts) => store.certificates.isRenewed(facts, now()),
      readHeartbeat: async (checkId) => source.heartbeatOf?.(checkId),
      deafTimes: deafness.times,
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
      return failedByItself;
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Has another node look, or looks itself. Says what was found and since when; undefined where nobody has looked and other
 * nodes' checkers may do so by now.
 */
export function openSee(
  { now, lookElsewhere, mayLook }: EngineOptions,
  look: (order: CheckOrder) => Promise<ProbeOutcome>,
) {
  return async (check: Claimed, order: CheckOrder | undefined, allowedNetworks: readonly string[]) => {
    const at = now();
    if (!order) return { at, found: failedByItself };
    if (!lookElsewhere) return { at, found: await look(order) };
    const found = await lookElsewhere(check, allowedNetworks);
    if (found) return { at, found };
    return mayLook?.() === false ? undefined : { at: now(), found: await look(order) };
  };
}

/** Of a host that is always there. */
export function canaryOrder(endpoint: string): CheckOrder {
  const colon = endpoint.lastIndexOf(":");
  const host = endpoint.slice(0, colon).replace(/^\[|\]$/g, "");
  return {
    id: "canary",
    kind: "tcp",
    target: { type: "host", id: "canary" },
    config: { host, port: Number(endpoint.slice(colon + 1)), slowMs: 60_000 },
    secret: null,
    timeoutMs: 5000,
  } as CheckOrder;
}
