import ipaddr from "ipaddr.js";
import type { Environment } from "../env.ts";
import type { DiscoveryTools } from "../features/discoveries/tools.ts";
import type { LookupTools } from "../features/lookups/kinds.ts";
import { internetDns, openDns } from "../lookups/dns/resolver.ts";
import { whoisServerOf } from "../lookups/registration/ask-whois.ts";
import { rdapServerOf } from "../lookups/registration/servers.ts";
import { openResolver } from "../outbound/resolver.ts";
import type { Services } from "../trpc/context.ts";

/** Who is asked about which ending (RFC 9224). */
const rdapListUrl = "https://data.iana.org/rdap/dns.json";

/** By what servers of others are asked: those of the internet, or of the environment where it names some. */
export function openLookupTools(
  { now, browser }: Pick<Services, "now"> & { browser?: Services["browser"] },
  { nameServer, dnsRoots: [root] }: Environment["checks"],
): LookupTools & Pick<DiscoveryTools, "resolveName"> {
  const where = root
    ? { ...internetDns, roots: [root.address], port: root.port, ...(root.anchor && { anchors: [root.anchor] }) }
    : internetDns;
  // Whoever names a root on this machine has its name servers there, too; they are asked at that one port and nothing else.
  const own = root && ipaddr.parse(root.address).range() === "loopback" ? ["127.0.0.0/8"] : [];
  return {
    openDns: (allowedNetworks) => openDns({ ...where, allowedNetworks: [...allowedNetworks, ...own], now }),
    // Where names are those of a root of one's own, the registries of the internet know nothing of them.
    rdapServerOf: (nameAce, fetched) => (root ? undefined : rdapServerOf(nameAce, fetched)),
    ...(!root && { whoisServerOf, rdapListUrl }),
    ...(browser && { browser }),
    resolveName: openResolver(nameServer ? { servers: [nameServer] } : {}),
  };
}

/** By what addresses are looked at that somebody enters. */
export function openDiscoveryTools(
  services: Pick<Services, "now">,
  { checks }: Pick<Environment, "checks">,
): DiscoveryTools {
  const { resolveName, openDns } = openLookupTools(services, checks);
  // A name server of the portal's own knows names that the root does not.
  const hasRoots = checks.nameServer === undefined || checks.dnsRoots.length > 0;
  return { resolveName, openDns: hasRoots ? openDns : undefined };
}
