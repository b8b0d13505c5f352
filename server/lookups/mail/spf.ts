import type { Dns } from "../dns/resolver.ts";
import { presentData } from "../dns/snapshot.ts";

const maxLookups = 30;

/**
 * Counts what a receiver has to look up for an SPF record, through all that it includes (RFC 7208, 4.6.4). Stops where
 * there is more than anybody follows.
 */
export async function countSpf(
  dns: Dns,
  domain: string,
  record: string,
): Promise<{ lookups: number; problem: string | null }> {
  let lookups = 0;
  let problem: string | null = null;
  const seen = new Set<string>([domain]);

  async function follow(text: string): Promise<void> {
    for (const term of text.split(/\s+/).slice(1)) {
      const [, name = "", value = ""] = /^[-+~?]?([a-z0-9]+)[:=]?(.*)$/i.exec(term) ?? [];
      const mechanism = name.toLowerCase();
      if (["a", "mx", "ptr", "exists"].includes(mechanism)) lookups += 1;
      if (mechanism !== "include" && mechanism !== "redirect") continue;
      lookups += 1;
      if (lookups > maxLookups) return;
      const target = value.toLowerCase();
      if (target.includes("%") || target === "") continue;
      if (seen.has(target)) {
        problem ??= `SPF schließt sich über ${target} selbst ein.`;
        continue;
      }
      seen.add(target);
      const texts = (await dns.resolve(target, "TXT")).map(presentData);
      const included = texts.find((each) => /^v=spf1(\s|$)/i.test(each));
      if (included === undefined) problem ??= `SPF schließt ${target} ein, dort steht aber keines.`;
      else await follow(included);
    }
  }

  await follow(record);
  return { lookups, problem };
}
