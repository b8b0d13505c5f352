import type { DnsSnapshot } from "../../../contract/dns/dns.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { BrokenChain, openChain } from "./chain.ts";
import type { Dns, Zone } from "./resolver.ts";
import { plainName } from "./wire.ts";

const soonMs = 3 * dayMs;

/**
 * Whether a zone is signed, whether its signatures hold up to the root, and when the first of them ends. That a zone is
 * not signed is taken from the zone above without its proof.
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
    const { answers } = await dns.askZone(zone, zone.name, "SOA");
    const soa = answers.filter(({ type }) => type === "SOA");
    const ends = await chain.verify(soa, answers);
    const isSoon = ends.getTime() - dns.options.now().getTime() < soonMs;
    return { state: isSoon ? "expiring" : "valid", reason: null, expiresAt: ends.toISOString(), dsRecords };
  } catch (error) {
    if (error instanceof BrokenChain) return { ...unknown, state: "broken", reason: error.message, dsRecords };
    return { ...unknown, dsRecords };
  }
}
