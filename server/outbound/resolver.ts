import { Resolver as DnsClient, lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { OutboundProblem } from "./outbound-problem.ts";

export interface Address {
  address: string;
  family: number;
}

/** Finds all addresses of a name; fails with an OutboundProblem `dnsNotFound` or `dnsFailed`. */
export type ResolveName = (name: string) => Promise<Address[]>;

const maxAddresses = 32;
const maxNameLength = 253;
const missing = new Set(["ENOTFOUND", "ENODATA", "EAI_NONAME", "EAI_NODATA", "EBADNAME"]);

/** Asks the system, which also knows its own hosts file. For few requests: each one keeps a thread until it is answered. */
export const askSystem: ResolveName = (name) =>
  lookup(name, { all: true, verbatim: true }).then(
    (found) => found.slice(0, maxAddresses),
    (cause) => {
      throw dnsProblem(name, cause);
    },
  );

export interface DnsOptions {
  /** Name servers as `address` or `address:port`; those of the system unless given. */
  servers?: readonly string[];
  /** For one attempt; there are two. */
  timeoutMs?: number;
}

/** A client of the DNS that blocks nothing and gives up after a time. */
export function openDnsClient({ servers, timeoutMs = 2000 }: DnsOptions = {}): DnsClient {
  const client = new DnsClient({ timeout: timeoutMs, tries: 2, maxTimeout: timeoutMs });
  if (servers) client.setServers([...servers]);
  return client;
}

/**
 * Finds addresses by the DNS itself, thousands at a time. Names that the DNS does not know are asked of the system, whose
 * hosts file may have them; with name servers of one's own they are asked there alone.
 */
export function openResolver(options: DnsOptions = {}): ResolveName {
  const client = openDnsClient(options);
  return async (name) => {
    if (name.length > maxNameLength) throw dnsProblem(name, undefined);
    const [v4, v6] = await Promise.allSettled([client.resolve4(name), client.resolve6(name)]);
    const found = [
      ...(v4.status === "fulfilled" ? v4.value : []),
      ...(v6.status === "fulfilled" ? v6.value : []),
    ].slice(0, maxAddresses);
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
    const failures = [v4, v6].flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    const silent = failures.find((reason) => !missing.has(codeOf(reason)));
    if (silent) throw dnsProblem(name, silent);
    if (options.servers) throw dnsProblem(name, failures[0]);
    return askSystem(name);
  };
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** A name that does not exist is the owner's matter, a name server that is silent or refuses is not always. */
export function dnsProblem(name: string, cause: unknown): OutboundProblem {
  const isMissing = cause === undefined || missing.has(codeOf(cause));
  return isMissing
    ? new OutboundProblem(`„${name}“ ist im DNS nicht zu finden.`, { code: "dnsNotFound", cause })
    : new OutboundProblem(`Für „${name}“ antwortet kein Nameserver (DNS).`, { code: "dnsFailed", cause });
}
