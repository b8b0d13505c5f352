import { randomUUID } from "node:crypto";
import { minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { hostClock } from "../../host-clock.ts";
import { slowMsOf } from "../conclude.ts";
import type { ProbeOutcome } from "../probe.ts";
import { type Claimed, urgency } from "../store/schedule.ts";
import {
  beginWithinMs,
  endWithinMs,
  type Looker,
  type OrderedLook,
  type Orders,
  type Sealed,
  type Sealing,
} from "./messages.ts";
import { ownerOf } from "./owner.ts";

/** A node is ordered to look only if it has said so lately. */
const freshMs = 2 * secondMs;
/** Whoever takes longer is a matter of the node that leads. */
const maxLookMs = 5 * secondMs;
/** The way of an answer. */
const answerWithinMs = secondMs / 2;
/** A node that has left an order without an answer gets none for so long. */
const restMs = 15 * secondMs;
const forgottenMs = minuteMs;
/** So many of the next looks at a target are made here, where another node has found something. */
const looksOfOwn = 10;
const maxPerMessage = 100;

interface KnownLooker {
  clock: number;
  heardAt: number;
  restsUntil: number;
}

interface Options {
  /** The node that leads, by its id. */
  own: string;
  sealing: Sealing;
  send(orders: Sealed): void;
  clock?(): number;
}

/**
 * Shares out routine looks among the nodes that say they look; the leading node is one of them. Only what finds a target
 * as well as it was is taken from another node: whatever would turn a check, or tell something of it, the leading node
 * has seen itself. So a node whose network is broken costs looks, and makes nobody down.
 */
export function openShares({ own, sealing, send, clock = hostClock }: Options) {
  const run = randomUUID();
  const lookers = new Map<string, KnownLooker>();
  const waiting = new Map<number, (found: ProbeOutcome | undefined) => void>();
  const isOwnUntil = new Map<string, number>();
  let outgoing = new Map<string, Orders & { looks: OrderedLook[] }>();
  let last = 0;

  function flush(): void {
    const batches = outgoing;
    outgoing = new Map();
    for (const [to, { looks, ...orders }] of batches)
      for (let start = 0; start < looks.length; start += maxPerMessage) {
        const some = looks.slice(start, start + maxPerMessage);
        send({ to, sealed: sealing.seal({ ...orders, looks: some }) });
      }
  }

  function post(to: string, look: OrderedLook, orders: Pick<Orders, "clock" | "allowedNetworks">): void {
    if (outgoing.size === 0) setImmediate(flush);
    const batch = outgoing.get(to) ?? { from: own, run, ...orders, looks: [] };
    outgoing.set(to, batch);
    batch.looks.push(look);
  }

  /** Until it answers, or nobody can be about it any more. */
  function ask(node: string, looker: KnownLooker, check: Claimed, allowedNetworks: readonly string[]) {
    last += 1;
    const no = last;
    const { id, kind, target, config, secret } = check;
    const timeoutMs = Math.min(check.timeoutMs, maxLookMs);
    const overAt = looker.heardAt + beginWithinMs + timeoutMs + endWithinMs + answerWithinMs;
    return new Promise<ProbeOutcome | undefined>((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(no);
        looker.restsUntil = clock() + restMs;
        resolve(undefined);
      }, overAt - clock());
      waiting.set(no, (found) => {
        clearTimeout(timer);
        resolve(found);
      });
      post(node, { no, id, kind, target, config, secret, timeoutMs }, { clock: looker.clock, allowedNetworks });
    });
  }

  /** Whether it is another node's turn; what is of its own is so for a while only. */
  function lookerOf(check: Claimed): [string, KnownLooker] | undefined {
    const at = clock();
    if ((isOwnUntil.get(check.id) ?? 0) > at) return undefined;
    isOwnUntil.delete(check.id);
    const ready = [...lookers].filter(([, { heardAt, restsUntil }]) => at - heardAt < freshMs && restsUntil <= at);
    if (ready.length === 0) return undefined;
    const node = ownerOf(`${check.target.type}:${check.target.id}`, [own, ...ready.map(([id]) => id)]);
    return ready.find(([id]) => id === node);
  }

  return {
    /** A node says that it would look. */
    hear({ node, clock: itsClock }: Looker): void {
      const heardAt = clock();
      lookers.set(node, { restsUntil: 0, ...lookers.get(node), clock: itsClock, heardAt });
      for (const [id, looker] of lookers) if (heardAt - looker.heardAt > forgottenMs) lookers.delete(id);
    },
    /** What another node has found; undefined where this one has to look, and nobody else does any more. */
    async look(check: Claimed, allowedNetworks: readonly string[]): Promise<ProbeOutcome | undefined> {
      if (lookers.size === 0 || !isRoutine(check)) return undefined;
      const [node, looker] = lookerOf(check) ?? [];
      if (node === undefined || looker === undefined) return undefined;
      const found = await ask(node, looker, check, allowedNetworks);
      if (!found || isPlain(check, found)) return found;
      isOwnUntil.set(check.id, clock() + looksOfOwn * check.intervalS * secondMs);
      return undefined;
    },
    /** Takes answers; those to another run of the checker, and those that nobody waits for any more, change nothing. */
    answered(sealed: string): void {
      const answers = sealing.openAnswers(sealed);
      if (answers?.run !== run) return;
      for (const { no, found } of answers.found) {
        waiting.get(no)?.(found ?? undefined);
        waiting.delete(no);
      }
    },
  };
}

export type Shares = ReturnType<typeof openShares>;

/** A look by the clock at what is well, which asks the network and nothing that only the leading node knows. */
function isRoutine({ kind, priority, isHanging, state, facts }: Claimed): boolean {
  const { certificateLevel = "good" } = facts;
  return (
    kind !== "push" &&
    priority > urgency.asked &&
    !isHanging &&
    state.status === "online" &&
    state.failures === 0 &&
    state.impairments === 0 &&
    certificateLevel === "good"
  );
}

/** It answers, soon enough, and with the certificate that is known. */
function isPlain(check: Claimed, { outcome, phases, certificate, certificateLevel = "good" }: ProbeOutcome): boolean {
  const slowMs = slowMsOf(check);
  const known = check.facts.certificate as { fingerprint: string } | undefined;
  return (
    outcome === "ok" &&
    certificateLevel === "good" &&
    (slowMs === null || (phases.total ?? 0) <= slowMs) &&
    (!certificate || !known || certificate.fingerprint === known.fingerprint)
  );
}
