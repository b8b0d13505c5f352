import { hostClock } from "../../host-clock.ts";
import type { Log } from "../../log.ts";
import { orderOf } from "../outcomes.ts";
import type { CheckResolver, Probe, ProbeOutcome } from "../probe.ts";
import {
  type Answers,
  beginWithinMs,
  endWithinMs,
  type OrderedLook,
  type Orders,
  type Sealed,
  type Sealing,
} from "./messages.ts";

interface Options {
  sealing: Sealing;
  unseal(sealed: string): string;
  probe: Probe;
  resolver: CheckResolver;
  send(answers: Sealed): void;
  log: Log;
  clock?(): number;
}

/**
 * Looks at what the leading node has ordered, and keeps nothing. An order is carried out only shortly after this node has
 * said that it looks: one that waited while the node stood still is left to whoever looks meanwhile.
 */
export function openLooker({ sealing, unseal, probe, resolver, send, log, clock = hostClock }: Options) {
  const running = new Set<Promise<void>>();
  let outgoing = new Map<string, { to: string; run: string; found: Answers["found"][number][] }>();

  function flush(): void {
    const batches = outgoing;
    outgoing = new Map();
    for (const { to, ...answers } of batches.values()) send({ to, sealed: sealing.seal(answers) });
  }

  function answer({ from, run }: Orders, no: number, found: ProbeOutcome | null): void {
    if (outgoing.size === 0) setImmediate(flush);
    const batch = outgoing.get(run) ?? { to: from, run, found: [] };
    outgoing.set(run, batch);
    batch.found.push({ no, found });
  }

  async function look(ordered: OrderedLook, allowedNetworks: readonly string[]): Promise<ProbeOutcome | null> {
    const order = orderOf(ordered, unseal);
    if (!order) return null;
    const signal = AbortSignal.timeout(ordered.timeoutMs + endWithinMs);
    try {
      return await probe(order, { allowedNetworks, resolver, signal, now: () => new Date() });
    } catch (err) {
      if (!signal.aborted) log.error({ err, check: ordered.id }, "a probe failed by itself");
      return null;
    }
  }

  return {
    take(sealed: string): void {
      const orders = sealing.openOrders(sealed);
      if (!orders) return;
      const isLate = clock() - orders.clock >= beginWithinMs;
      for (const ordered of orders.looks) {
        if (isLate) {
          answer(orders, ordered.no, null);
          continue;
        }
        const work = look(ordered, orders.allowedNetworks).then((found) => {
          answer(orders, ordered.no, found);
          running.delete(work);
        });
        running.add(work);
      }
    },
    /** Resolves when nothing is looked at any more and all answers are on their way. */
    async allEnded(): Promise<void> {
      await Promise.all(running);
      flush();
    },
  };
}
