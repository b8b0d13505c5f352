import type { LookupState } from "../lookups/lookups.ts";
import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";

export const lookalikeStates = { watched: "Beobachtet", harmless: "Harmlos", case: "Fall" } as const;
export type LookalikeState = keyof typeof lookalikeStates;

/** How a name differs from the one that is watched. */
export const lookalikeKinds = {
  ending: "Andere Endung",
  omission: "Buchstabe fehlt",
  swap: "Buchstaben vertauscht",
  double: "Buchstabe doppelt",
  neighbour: "Nachbartaste",
  homoglyph: "Ähnliches Zeichen",
  hyphen: "Bindestrich",
} as const;
export type LookalikeKind = keyof typeof lookalikeKinds;

export interface Lookalike {
  id: string;
  /** As people read it. */
  name: string;
  nameAce: string;
  kind: LookalikeKind;
  firstSeenAt: Date;
  /** Since when it is not registered any more. */
  goneAt: Date | null;
  addresses: string[];
  hasMail: boolean;
  state: LookalikeState;
}

/** Where somebody asked for the look-alikes of a domain: at the domain, or at its customer for all domains. */
export type LookalikeWatcher = "domain" | "customer";

export interface LookalikeView {
  watcher: LookalikeWatcher | null;
  lookup: LookupState | null;
  askedCount: number;
  found: Lookalike[];
}

export const oneDomain = z.strictObject({ id });
export const judgeLookalike = z.strictObject({ id, lookalikeId: id, state: z.enum(keysOf(lookalikeStates)) });

/** What is kept of one round; everything else is in the list. */
export interface LookalikeAnswer {
  askedCount: number;
  found: { nameAce: string; kind: LookalikeKind; addresses: string[]; hasMail: boolean }[];
  /** Names whose servers did not answer: nothing is known of them this time. */
  silent: string[];
}
