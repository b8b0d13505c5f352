import { parseOwnJson } from "../../../contract/narrowing.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import { openVault } from "../../vault.ts";
import type { ProbeOutcome } from "../probe.ts";
import type { Claimed } from "../store/schedule.ts";

/** Of what leading and looking nodes say to each other; what another version says is not understood. */
const protocol = 1;

/** By the clock of the looking node, since it said that it looks: an order that comes later is not carried out. */
export const beginWithinMs = 3 * secondMs;
/** After the time limit of its order a look is ended. */
export const endWithinMs = secondMs;

/** A node that would look at targets, and its clock when it said so. */
export interface Looker {
  node: string;
  clock: number;
}

export interface OrderedLook extends Pick<Claimed, "id" | "kind" | "target" | "config" | "secret" | "timeoutMs"> {
  /** Within the run of the checker that orders it. */
  no: number;
}

export interface Orders {
  /** The node that leads, and the run of its checker. */
  from: string;
  run: string;
  /** What the looking node's own clock was when it said that it looks: nothing else tells it how old an order is. */
  clock: number;
  allowedNetworks: readonly string[];
  looks: readonly OrderedLook[];
}

export interface Answers {
  run: string;
  /** Null is what was not looked at and will not be. */
  found: readonly { no: number; found: ProbeOutcome | null }[];
}

/** What is on its way between nodes, sealed, with the one to which it goes. */
export interface Sealed {
  to: string;
  sealed: string;
}

/** What cannot be opened, or is of another version, is undefined. */
export interface Sealing {
  seal(message: Orders | Answers): string;
  openOrders(sealed: string): Orders | undefined;
  openAnswers(sealed: string): Answers | undefined;
}

/**
 * Seals with what only nodes of this portal know: who can say something in Redis can neither have a target looked at nor
 * make up what was found, and does not read what checks know of targets.
 */
export function openSealing(signingKey: string): Sealing {
  const vault = openVault(`shares of checks:${signingKey}`);
  const open = <Message>(sealed: string): Message | undefined => {
    try {
      const message = parseOwnJson<Message & { protocol: number }>(vault.open(sealed));
      return message.protocol === protocol ? message : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    seal: (message) => vault.seal(JSON.stringify({ protocol, ...message })),
    openOrders: (sealed) => open<Orders>(sealed),
    openAnswers: (sealed) => open<Answers>(sealed),
  };
}
