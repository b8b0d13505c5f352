import { isSpf, parseSpf, type SpfQualifier, type SpfRecord } from "../../../contract/dns/spf.ts";
import type { Dns } from "../dns/resolver.ts";
import { presentData } from "../dns/snapshot.ts";
import { plainName } from "../dns/wire.ts";

const maxLookups = 30;

export interface FollowedSpf {
  lookups: number;
  problem: string | null;
  /** What becomes of senders that nothing names, also by what it includes or leads to; null where nothing says so. */
  catchAll: SpfQualifier | null;
}

/**
 * Follows an SPF record through all that it includes, and counts what a receiver has to look up for it (RFC 7208, 4.6.4):
 * what is included twice counts twice. Stops where there is more than anybody follows; rejects where nobody answers.
 */
export async function followSpf(dns: Dns, domain: string, text: string): Promise<FollowedSpf> {
  let lookups = 0;
  let problem: string | null = null;
  const texts = new Map<string, Promise<string[]>>();

  function textsOf(name: string): Promise<string[]> {
    const known = texts.get(name) ?? dns.resolve(name, "TXT").then((answers) => answers.map(presentData));
    texts.set(name, known);
    return known;
  }

  /** The catch-all of the record of another domain; `path` holds the domains that led there. */
  async function visit(target: string, path: readonly string[]): Promise<SpfQualifier | null> {
    lookups += 1;
    // What a macro stands for differs from mail to mail.
    if (lookups > maxLookups || target.includes("%")) return null;
    if (path.includes(target)) {
      problem ??= `SPF schließt sich über ${target} selbst ein.`;
      return null;
    }
    const [first, ...more] = (await textsOf(target)).filter(isSpf);
    if (first === undefined) problem ??= `SPF schließt ${target} ein, dort steht aber keines.`;
    else if (more.length > 0) problem ??= `SPF schließt ${target} ein, dort stehen aber mehrere.`;
    else return follow(first, [...path, target]);
    return null;
  }

  async function follow(record: string, path: readonly string[]): Promise<SpfQualifier | null> {
    const read = parseSpf(record);
    if ("value" in read) return evaluate(read.value, path);
    problem ??= path.length > 1 ? `In ${path.at(-1)}: ${read.problem}` : read.problem;
    return null;
  }

  async function evaluate({ mechanisms, redirect }: SpfRecord, path: readonly string[]): Promise<SpfQualifier | null> {
    let catchAll: SpfQualifier | null = null;
    for (const { name, target, qualifier, matchesAnybody } of mechanisms) {
      if (lookups > maxLookups) return catchAll;
      if (name === "a" || name === "mx" || name === "ptr" || name === "exists") lookups += 1;
      // An include matches whom the other record lets pass, and nobody else.
      const isForAnybody = name === "include" ? (await visit(target, path)) === "+" : matchesAnybody;
      if (isForAnybody) catchAll ??= qualifier;
    }
    if (redirect === null || lookups > maxLookups) return catchAll;
    const onward = await visit(redirect, path);
    return catchAll ?? onward;
  }

  const catchAll = await follow(text, [plainName(domain)]);
  return { lookups, problem, catchAll };
}
