import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { type Anchor, rootAnchors, rootServers } from "./root.ts";
import { type Answer, askServer, type DnsReply, plainName, type RecordType, type WireOptions } from "./wire.ts";

export interface DnsOptions extends WireOptions {
  roots: readonly string[];
  anchors: readonly Anchor[];
  now(): Date;
}

export interface NameServer {
  name: string;
  addresses: string[];
}

/** A zone as its parent describes it. */
export interface Zone {
  name: string;
  servers: NameServer[];
}

/** How far a search came: the zone that holds a name, those above it, and the answer with which it ended. */
export interface Found {
  zones: Zone[];
  reply: DnsReply;
}

export interface Dns {
  options: DnsOptions;
  /** Follows referrals from the root to the zone that answers for a name; `above` stops at the zone above that name. */
  find(name: string, type: RecordType, where?: "above"): Promise<Found>;
  /** The records of a name wherever an alias leads; empty where there are none. */
  resolve(name: string, type: RecordType): Promise<Answer[]>;
  /** All IPv4 addresses of a host, or its IPv6 addresses where it has only those. */
  addressesOf(host: string): Promise<string[]>;
  /** Asks the servers of a zone one after the other until one answers. */
  askZone(zone: Zone, name: string, type: RecordType): Promise<DnsReply>;
}

export const internetDns: Omit<DnsOptions, "allowedNetworks" | "now"> = {
  port: 53,
  timeoutMs: 2500,
  roots: rootServers,
  anchors: rootAnchors,
};

/** The hosts whose addresses are being looked for, each for the sake of the one before it. */
type Asking = readonly string[];

const maxReferrals = 12;
const maxDepth = 6;
const maxAliases = 8;
const maxServersAsked = 4;
/** For one domain: what asks for more leads in circles. */
const maxQuestions = 400;

/**
 * Looks names up by itself from the root downwards, as long as one look at a domain lasts. What it has learned of zones
 * and hosts lives as long as it does, so that every process and every look sees the present.
 */
export function openDns(options: DnsOptions): Dns {
  const zones = new Map<string, Zone>();
  const hosts = new Map<string, string[]>();
  const looking = new Map<string, Promise<string[]>>();
  const root: Zone = { name: "", servers: options.roots.map((address) => ({ name: "", addresses: [address] })) };
  let questions = 0;

  const ask = (address: string, name: string, type: RecordType): Promise<DnsReply> => {
    questions += 1;
    if (questions > maxQuestions) throw new OutboundProblem("Die Delegation führt im Kreis.", { code: "dnsFailed" });
    return askServer(address, { name, type }, options);
  };

  async function askZone(zone: Zone, name: string, type: RecordType, asking: Asking = []): Promise<DnsReply> {
    let failure: unknown;
    let asked = 0;
    for (const server of zone.servers) {
      if (asked >= maxServersAsked) break;
      const [address] = server.addresses.length > 0 ? server.addresses : await addressesOf(server.name, asking);
      if (!address) continue;
      asked += 1;
      try {
        const reply = await ask(address, name, type);
        if (reply.rcode === "NOERROR" || reply.rcode === "NXDOMAIN") return reply;
        failure = new OutboundProblem(`${server.name || address} antwortet mit ${reply.rcode}.`, { code: "dnsFailed" });
      } catch (error) {
        failure = error;
      }
    }
    throw failure ?? new OutboundProblem(`Für „${zone.name}“ antwortet kein Nameserver.`, { code: "dnsFailed" });
  }

  async function find(
    name: string,
    type: RecordType,
    { above = false, asking = [] }: { above?: boolean; asking?: Asking } = {},
  ): Promise<Found> {
    const wanted = plainName(name);
    const path: Zone[] = [root, ...ancestorsOf(wanted, above).flatMap((zone) => zones.get(zone) ?? [])];
    for (let step = 0; step < maxReferrals; step += 1) {
      const zone = path.at(-1) ?? root;
      const reply = await askZone(zone, wanted, type, asking);
      const next = referralIn(reply, zone.name, wanted);
      if (!next || (above && next.name === wanted)) return { zones: path, reply };
      zones.set(next.name, next);
      path.push(next);
    }
    throw new OutboundProblem(`Die Delegation von „${wanted}“ führt im Kreis.`, { code: "dnsFailed" });
  }

  async function resolve(name: string, type: RecordType, asking: Asking = []): Promise<Answer[]> {
    if (asking.length > maxDepth) throw new OutboundProblem("Die Delegation führt im Kreis.", { code: "dnsFailed" });
    let wanted = plainName(name);
    for (let hop = 0; hop < maxAliases; hop += 1) {
      const { reply } = await find(wanted, type, { asking });
      const found = reply.answers.filter((answer) => answer.type === type);
      if (found.length > 0) return found;
      const alias = reply.answers.find((answer) => answer.type === "CNAME" && plainName(answer.name) === wanted);
      if (alias?.type !== "CNAME") return [];
      wanted = plainName(alias.data);
    }
    return [];
  }

  async function addressesOf(host: string, asking: Asking): Promise<string[]> {
    const name = plainName(host);
    const known = hosts.get(name);
    if (known) return known;
    // Its own servers lie below it, and nobody told where.
    if (asking.includes(name)) return [];
    const beyond = [...asking, name];
    const v4 = await resolve(name, "A", beyond);
    const found = v4.length > 0 ? v4 : await resolve(name, "AAAA", beyond);
    const addresses = found.flatMap((answer) => (answer.type === "A" || answer.type === "AAAA" ? [answer.data] : []));
    hosts.set(name, addresses);
    return addresses;
  }

  /** Waits for a search for the same host. Only what no search needs does: two that need each other would never end. */
  function sharedAddressesOf(host: string): Promise<string[]> {
    const name = plainName(host);
    const begun = looking.get(name) ?? addressesOf(name, []).catch(() => []);
    looking.set(name, begun);
    return begun;
  }

  return {
    options,
    find: (name, type, where) => find(name, type, { above: where === "above" }),
    resolve: (name, type) => resolve(name, type),
    addressesOf: sharedAddressesOf,
    askZone: (zone, name, type) => askZone(zone, name, type),
  };
}

/** The zones that may hold a name, the highest first; without the name itself where only what is above counts. */
function ancestorsOf(name: string, above: boolean): string[] {
  const labels = name.split(".");
  const all = labels.map((_, index) => labels.slice(index).join(".")).toReversed();
  return above ? all.slice(0, -1) : all;
}

/** The zone below that a server refers to; undefined where it answers itself. */
function referralIn({ isAuthoritative, answers, authorities, additionals }: DnsReply, zone: string, wanted: string) {
  if (isAuthoritative && answers.length > 0) return undefined;
  const named = authorities.flatMap((record) => (record.type === "NS" ? [record] : []));
  const [first] = named;
  const below = first && plainName(first.name);
  if (!below || below === zone || !isBelow(below, zone) || !(wanted === below || isBelow(wanted, below)))
    return undefined;
  const servers = named.map(({ data }): NameServer => {
    const glue = additionals.filter(({ name }) => plainName(name) === plainName(data));
    const v4 = glue.flatMap((record) => (record.type === "A" ? [record.data] : []));
    const v6 = glue.flatMap((record) => (record.type === "AAAA" ? [record.data] : []));
    return { name: plainName(data), addresses: v4.length > 0 ? v4 : v6 };
  });
  return { name: below, servers };
}

const isBelow = (name: string, zone: string) => zone === "" || name.endsWith(`.${zone}`);
