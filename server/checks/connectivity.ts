import type { ProbeOutcome } from "./probe.ts";

export interface Connectivity {
  /** Remembers that a target does not answer, which may be its own fault or that of the portal's connection. */
  doubt(target: string, at: number): void;
  /** Forgets a doubt: the target answered. */
  clear(target: string): void;
  /** Whether the portal's own connection is there; asks the canaries when too many targets fall silent together. */
  isThere(at: number): Promise<boolean>;
  /** Whether the portal knows that its connection is gone. */
  isLost(): boolean;
}

interface Options {
  /** `host:port` of hosts that are always there; without any the portal trusts its connection. */
  canaries(): readonly string[];
  connect(endpoint: string): Promise<ProbeOutcome>;
  /** With the targets that fell silent shortly before it was lost, and the moment from which that says nothing. */
  onChange(isLost: boolean, at: number, doubted: { targets: readonly string[]; since: number }): void;
}

const minTargets = 3;
const togetherMs = 120_000;
/** How long an answer of the canaries holds. */
const holdsMs = 15_000;
const maxSilent = 2;

/**
 * Tells an outage of targets from one of the portal's own connection: when three or more fall silent within two minutes,
 * canaries are asked, and where two of them do not answer either, no target is to blame.
 */
export function openConnectivity({ canaries, connect, onChange }: Options): Connectivity {
  const doubts = new Map<string, { first: number; last: number }>();
  let isLost = false;
  let asked: { at: number; answer: Promise<boolean> } | undefined;

  async function ask(at: number): Promise<boolean> {
    const hosts = canaries();
    const outcomes = await Promise.all(hosts.map((host) => connect(host)));
    const silent = outcomes.filter(({ outcome }) => outcome === "failed").length;
    const isGone = hosts.length > 0 && silent >= Math.min(maxSilent, hosts.length);
    if (isGone !== isLost) {
      isLost = isGone;
      onChange(isLost, at, { targets: [...doubts.keys()], since: sinceWhen(at) });
    }
    return !isGone;
  }

  /** When the first of those fell silent that did so together. */
  function sinceWhen(at: number): number {
    return Math.max(at - togetherMs, Math.min(at, ...[...doubts.values()].map(({ first }) => first)));
  }

  return {
    doubt: (target, at) => void doubts.set(target, { first: doubts.get(target)?.first ?? at, last: at }),
    clear: (target) => void doubts.delete(target),
    isLost: () => isLost,
    async isThere(at) {
      for (const [target, { last }] of doubts) if (at - last > togetherMs) doubts.delete(target);
      if (!isLost && doubts.size < minTargets) return true;
      if (asked && at - asked.at < holdsMs) return asked.answer;
      asked = { at, answer: ask(at) };
      return asked.answer;
    },
  };
}
