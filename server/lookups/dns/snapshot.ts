import { isIPv6 } from "node:net";
import type { DnsSnapshot, ServerAnswer, ZoneRecord } from "../../../contract/dns/dns.ts";
import { escapeName, escapeString, plainTag, presentName } from "../../../contract/dns/zone-file.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readDnssec } from "./dnssec.ts";
import type { Dns, Zone } from "./resolver.ts";
import { type Answer, askServer, type DnsReply, plainName, type RecordType } from "./wire.ts";

/** Selectors of DKIM that mail services and panels use; others are added for each domain. */
export const knownSelectors: readonly string[] = [
  "default",
  "google",
  "selector1",
  "selector2",
  "k1",
  "k2",
  "mail",
  "s1",
  "s2",
  "dkim",
];

const typesOfApex = ["SOA", "NS", "A", "AAAA", "MX", "TXT", "CAA"] as const;

/** What a domain is asked for: what a website and mail need. */
export function questionsFor(domain: string, selectors: readonly string[]): { name: string; type: RecordType }[] {
  const all = [...new Set([...knownSelectors, ...selectors])];
  const texts = ["_dmarc", "_mta-sts", "_smtp._tls", "default._bimi", ...all.map((each) => `${each}._domainkey`)];
  return [
    ...typesOfApex.map((type) => ({ name: domain, type })),
    ...(["A", "AAAA"] as const).map((type) => ({ name: `www.${domain}`, type })),
    ...texts.map((label) => ({ name: `${label}.${domain}`, type: "TXT" as const })),
  ];
}

/**
 * Asks the servers of the zone above who holds a domain, each of those whether it does, and one that does for its
 * records. Rejects where not even the zone above answers: then nothing is known.
 */
export async function takeSnapshot(dns: Dns, domain: string, selectors: readonly string[] = []): Promise<DnsSnapshot> {
  const { zones, reply: first } = await dns.find(domain, "NS", "above");
  const parent = zones.at(-1);
  const reply = namesIn(first, domain).length > 0 || !parent ? first : await askFurther(dns, parent, domain, first);
  const parentNameservers = namesIn(reply, domain);
  const none = { records: [], unanswered: [], servers: [], nameservers: null };
  const parentZone = parent?.name ?? "";
  if (parentNameservers.length === 0) {
    const dnssec: DnsSnapshot["dnssec"] = { state: "unknown", reason: null, expiresAt: null, dsRecords: [] };
    return { state: "notDelegated", parentZone, parentNameservers, ...none, dnssec };
  }
  const asked = await Promise.all(parentNameservers.map((name) => askNameserver(dns, name, domain, reply)));
  const nameservers = asked.find(({ nameservers: own }) => own !== null)?.nameservers ?? null;
  const beyond = (nameservers ?? []).filter((name) => !parentNameservers.includes(name));
  const others = await Promise.all(beyond.map((name) => askNameserver(dns, name, domain, reply)));
  const servers = [...asked, ...others].map(({ nameservers: _, ...server }) => server);
  const holders = servers.flatMap(({ state, address, name }) =>
    state === "ok" && address ? [{ name, addresses: [address] }] : [],
  );
  const zone = { name: domain, servers: holders };
  const main = await readRecords(dns, zone, questionsFor(domain, selectors));
  const ownHosts = hostsWithin(domain, main.records);
  const further = ownHosts.flatMap((name) => (["A", "AAAA"] as const).map((type) => ({ name, type })));
  const beside = await readRecords(dns, zone, further);
  return {
    state: "delegated",
    parentZone,
    parentNameservers,
    nameservers,
    servers,
    records: [...main.records, ...beside.records],
    unanswered: [...main.unanswered, ...beside.unanswered],
    ownHosts,
    dnssec: await readDnssec(dns, zone),
  };
}

const maxOwnHosts = 16;

/** The servers within a domain that its records lead to: without their addresses, its zone leads nowhere. */
function hostsWithin(domain: string, records: readonly ZoneRecord[]): string[] {
  const named = records.flatMap(({ name, type, value }) => {
    if (type === "NS") return [value];
    if (type === "MX") return [value.slice(value.indexOf(" ") + 1)];
    return type === "CNAME" && name === `www.${domain}` ? [value] : [];
  });
  const own = named.filter(
    (name) => /^[a-z0-9._-]+$/.test(name) && name.endsWith(`.${domain}`) && name !== `www.${domain}`,
  );
  return [...new Set(own)].toSorted().slice(0, maxOwnHosts);
}

const maxFurther = 6;

/**
 * What the servers of the zone above say together where the first knows nothing of a domain: one of them may be behind
 * the others. A delegation that any of them has counts; that there is none needs the word of two, where there are two.
 */
async function askFurther(dns: Dns, parent: Zone, domain: string, first: DnsReply): Promise<DnsReply> {
  const asked = parent.servers.slice(0, maxFurther).map(async ({ name, addresses }) => {
    const [address] = addresses.length > 0 ? addresses : await dns.addressesOf(name);
    return address ? askServer(address, { name: domain, type: "NS" }, dns.options) : undefined;
  });
  const replies = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === "fulfilled" && each.value && ["NOERROR", "NXDOMAIN"].includes(each.value.rcode) ? [each.value] : [],
  );
  const delegating = replies.find((reply) => namesIn(reply, domain).length > 0);
  if (delegating) return delegating;
  if (replies.length < Math.min(2, parent.servers.length))
    throw new OutboundProblem(
      "Nur ein Nameserver der Registry antwortet: Ob die Domain delegiert ist, ist nicht sicher.",
      {
        code: "dnsFailed",
      },
    );
  return first;
}

/** The name servers that a reply names for a domain, in order; a delegation stands beside the answer. */
function namesIn({ answers, authorities }: DnsReply, domain: string): string[] {
  const named = [...answers, ...authorities].flatMap((record) =>
    record.type === "NS" && plainName(record.name) === domain ? [plainName(record.data)] : [],
  );
  return [...new Set(named)].toSorted();
}

async function askNameserver(
  dns: Dns,
  name: string,
  domain: string,
  { additionals }: DnsReply,
): Promise<ServerAnswer & { nameservers: string[] | null }> {
  const glue = additionals.flatMap((record) =>
    (record.type === "A" || record.type === "AAAA") && plainName(record.name) === name ? [record.data] : [],
  );
  const [address] = glue.length > 0 ? glue.toSorted(byFamily) : await dns.addressesOf(name);
  const known = { name, address: address ?? null, serial: null, nameservers: null };
  if (!address) return { ...known, state: "noAddress", misses: 1 };
  try {
    const soa = await askServer(address, { name: domain, type: "SOA" }, dns.options);
    const held = soa.answers.find((answer) => answer.type === "SOA" && plainName(answer.name) === domain);
    if (!soa.isAuthoritative || held?.type !== "SOA") return { ...known, state: "lame", misses: 1 };
    const own = await askServer(address, { name: domain, type: "NS" }, dns.options);
    return {
      ...known,
      state: "ok",
      misses: 0,
      serial: held.data.serial ?? null,
      nameservers: own.isAuthoritative ? namesIn(own, domain) : null,
    };
  } catch (error) {
    const state = stateAfter(error, address);
    return { ...known, state, misses: state === "silent" ? 1 : 0 };
  }
}

/** IPv4 first, which every portal has. */
const byFamily = (one: string, other: string) => Number(isIPv6(one)) - Number(isIPv6(other));

const withoutRoute = ["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"];

/** Where this machine itself has no way there, nobody can say whether the server answers. */
export function stateAfter(error: unknown, address: string): "silent" | "noIpv6" {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return isIPv6(address) && withoutRoute.includes(code) ? "noIpv6" : "silent";
}

async function readRecords(dns: Dns, zone: Zone, questions: readonly { name: string; type: RecordType }[]) {
  const records: ZoneRecord[] = [];
  const unanswered: string[] = [];
  for (const { name, type } of questions) {
    try {
      const { answers } = await dns.askZone(zone, name, type);
      for (const answer of answers) {
        const isAsked = answer.type === type || answer.type === "CNAME";
        if (isAsked && plainName(answer.name) === name) records.push(toRecord(answer));
      }
    } catch {
      unanswered.push(`${name} ${type}`);
    }
  }
  const unique = new Map(records.map((record) => [`${record.name} ${record.type} ${record.value}`, record]));
  return { records: [...unique.values()], unanswered };
}

const maxText = 4000;
const maxTtl = 2 ** 31 - 1;

export function toRecord(answer: Answer): ZoneRecord {
  const ttl = "ttl" in answer ? (answer.ttl ?? 0) : 0;
  const value = presentData(answer);
  return {
    name: presentName(plainName(answer.name)),
    type: answer.type,
    // What is more counts as none (RFC 2181, 8).
    ttl: ttl > maxTtl ? 0 : ttl,
    value: answer.type === "TXT" ? value.slice(0, maxText) : value,
  };
}

/** The data of a record as a zone file has it, but for texts, which stand as they are. */
export function presentData(answer: Answer): string {
  switch (answer.type) {
    case "A":
    case "AAAA":
      return answer.data;
    case "NS":
    case "CNAME":
      return presentName(plainName(answer.data));
    case "MX":
      return `${answer.data.preference ?? 0} ${presentName(plainName(answer.data.exchange)) || "."}`;
    case "TXT":
      return [answer.data]
        .flat()
        .map((part) => (typeof part === "string" ? part : part.toString("utf8")))
        .join("");
    case "CAA":
      return `${answer.data.flags ?? 0} ${plainTag(answer.data.tag)} "${escapeString(answer.data.value.slice(0, maxText))}"`;
    case "SOA": {
      const { mname, rname, serial, refresh, retry, expire, minimum } = answer.data;
      // The library has escaped the dots of the mail address, and nothing else.
      const address = escapeName(plainName(rname).replace(/\\(?!\.)/g, "\\\\"));
      return [presentName(plainName(mname)) || ".", address || ".", serial, refresh, retry, expire, minimum].join(" ");
    }
    default:
      return "";
  }
}
