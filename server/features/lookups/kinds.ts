import type { LookupKind, LookupKindOf, LookupTargetType } from "../../../contract/lookups/lookups.ts";
import type { ForeignBrowser } from "../../browser/browser.ts";
import type { Tx } from "../../db/transact.ts";
import type { Dns } from "../../lookups/dns/resolver.ts";
import type { RdapServers } from "../../lookups/registration/servers.ts";
import type { ResolveName } from "../../outbound/resolver.ts";
import type { Services } from "../../trpc/context.ts";
import type { LookupTargets } from "./targets.ts";

/** By what servers of others are asked. */
export interface LookupTools {
  /** Opens a search of the DNS for one look. */
  openDns(allowedNetworks: readonly string[]): Dns;
  /** The RDAP server for a name, by a list that was fetched where there is one; undefined where nobody can be asked. */
  rdapServerOf(nameAce: string, fetched?: RdapServers): string | undefined;
  /** The WHOIS server for a name whose registry has no RDAP; nobody is asked that way when absent. */
  whoisServerOf?(nameAce: string): string | undefined;
  /** Where the list of RDAP servers comes from; the one that comes with the portal stays when absent. */
  rdapListUrl?: string;
  /** Finds the addresses of websites; the system is asked when absent. */
  resolveName?: ResolveName;
  /** Opens pages as a visitor sees them; nobody can when absent. */
  browser?: Pick<ForeignBrowser, "visit">;
}

export interface LookupContext {
  services: Pick<Services, "db" | "now" | "log">;
  tools: LookupTools;
  allowedNetworks: readonly string[];
}

/** One kind of question about records of a type. Answers are kept as JSON, so that they hold what JSON can hold. */
export interface LookupRule<Answer, Type extends LookupTargetType = "domain"> {
  kind: LookupKindOf<Type>;
  /** How many are asked about at a time; kinds do not wait for each other. */
  atOnce?: number;
  /** Asks others, outside of any transaction. What it throws is kept as the reason; a LookupDelay says when to come back. */
  ask(context: LookupContext, target: LookupTargets[Type], before: Answer | undefined): Promise<Answer>;
  /** Writes what follows, in the transaction that keeps the answer. */
  keep(tx: Tx, target: LookupTargets[Type], answer: Answer, before: Answer | undefined): Promise<void>;
  /** Until the next look. */
  waitMs(answer: Answer, target: LookupTargets[Type], now: Date): number;
}

/** Asks to be left alone until then; no failure. People read the reason where there is one. */
export class LookupDelay extends Error {
  readonly untilMs: number;
  readonly reason: string | null;
  constructor(message: string, untilMs: number, reason: string | null = null) {
    super(message);
    this.untilMs = untilMs;
    this.reason = reason;
  }
}

type SomeRule = LookupRule<unknown, LookupTargetType>;
const rules = new Map<LookupKind, SomeRule>();

/** Makes a kind of lookup known; each registers once, at the start. */
export function registerLookup<Answer, Type extends LookupTargetType>(rule: LookupRule<Answer, Type>): void {
  rules.set(rule.kind, rule as unknown as SomeRule);
}

export const lookupRules = (): ReadonlyMap<LookupKind, SomeRule> => rules;
