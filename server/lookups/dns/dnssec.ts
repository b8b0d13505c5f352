import type { DnsSnapshot } from "../../../contract/dns/dns.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { BrokenChain, openChain, type SignedSpan } from "./chain.ts";
import type { Dns, Zone } from "./resolver.ts";
import { plainName } from "./wire.ts";

const soonMs = 3 * dayMs;
const lastShare = 0.2;

/**
 * Whether a zone is signed, whether its signatures hold up to the root, and when the first of its own ends. That a zone
 * is not signed is taken from the zone above without its proof.
 */
export async function readDnssec(dns: Dns, zone: Zone): Promise<DnsSnapshot["dnssec"]> {
  const unknown: Omit<DnsSnapshot["dnssec"], "dsRecords"> = { state: "unknown", reason: null, expiresAt: null };
  let dsRecords: string[] = [];
  try {
    const { reply } = await dns.find(zone.name, "DS", "above");
    dsRecords = reply.answers.flatMap((answer) =>
      answer.type === "DS" && plainName(answer.name) === zone.name
        ? [
            [
              answer.data.keyTag,
              answer.data.algorithm,
              answer.data.digestType,
              answer.data.digest.toString("hex"),
            ].join(" "),
          ]
        : [],
    );
    if (dsRecords.length === 0) return { ...unknown, state: "unsigned", dsRecords };
    const chain = openChain(dns);
    const trusted = await chain.keysOf(zone.name);
    if (!trusted) return { ...unknown, state: "unsigned", reason: uncheckable, dsRecords };
    const { answers } = await dns.askZone(zone, zone.name, "SOA");
    const soa = answers.filter(({ type }) => type === "SOA");
    const own = await chain.verify(soa, answers);
    const now = dns.options.now();
    const state = own.some((span) => isEnding(span, now)) ? "expiring" : "valid";
    const ends = own.map(({ until }) => until.toISOString()).toSorted();
    return { state, reason: null, expiresAt: ends[0] ?? null, dsRecords };
  } catch (error) {
    if (error instanceof BrokenChain) return { ...unknown, state: "broken", reason: error.message, dsRecords };
    return { ...unknown, dsRecords };
  }
}

const uncheckable =
  "Kein Schlüssel bei der Registry lässt sich prüfen; Resolver behandeln die Domain wie eine ohne DNSSEC";

/** Who signs while answering signs for a day or two, again and again: what counts is how much of a span has passed. */
function isEnding({ from, until }: SignedSpan, now: Date): boolean {
  const leftMs = until.getTime() - now.getTime();
  return leftMs < soonMs && leftMs < lastShare * (until.getTime() - from.getTime());
}
