import { type AddressAnswer, isBehindCdn, type SeenAddress } from "../../../contract/addresses/addresses.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { openNetworkOwners } from "../../checks/network-owners.ts";
import type { Dns } from "../../lookups/dns/resolver.ts";
import { toReverseName } from "../../lookups/dns/reverse-name.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import type { LookupContext, LookupRule } from "../lookups/kinds.ts";
import { linkFound } from "./link-found.ts";

/** More than this many have only names that are answered in turn, and those say nothing of a server. */
const maxAddresses = 16;
const maxReverse = 5;

let owners: ReturnType<typeof openNetworkOwners> | undefined;
/** The published ranges, read with the first question. */
const ownerOf = (ip: string) => {
  owners ??= openNetworkOwners();
  return owners(ip);
};

/** Asks where a website lies four times a day, and links it to the host that has its address. */
export const siteAddressLookup: LookupRule<AddressAnswer, "website"> = {
  kind: "siteAddresses",
  async ask(context, { url }) {
    const dns = open(context);
    return { addresses: await describe(dns, await addressesOf(dns, new URL(url).hostname)) };
  },
  async keep(tx, { id }, answer, before) {
    if (before && hasMoved(before, answer))
      await recordChangeEvents(tx, [
        {
          source: "dns",
          kind: "address",
          target: { type: "website", id },
          before: before.addresses.map(({ ip }) => ip),
          after: answer.addresses.map(({ ip }) => ip),
        },
      ]);
    if (!before || !isSame(before, answer)) await linkFound(tx, { websiteId: id });
  },
  waitMs: () => 6 * hourMs,
};

/** Asks for a host's addresses and what they are called. */
export const hostAddressLookup: LookupRule<AddressAnswer, "host"> = {
  kind: "hostAddresses",
  async ask(context, { hostname, ips }) {
    const dns = open(context);
    const named = hostname ? await addressesOf(dns, hostname) : [];
    return { addresses: await describe(dns, [...new Set([...ips, ...named])]) };
  },
  async keep(tx, { id }, answer, before) {
    if (!before || !isSame(before, answer)) await linkFound(tx, { hostId: id });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "host", ids: [id] } } });
  },
  waitMs: () => 12 * hourMs,
};

const open = ({ tools, allowedNetworks }: LookupContext) => tools.openDns(allowedNetworks);

async function addressesOf(dns: Dns, host: string): Promise<string[]> {
  const found = [...(await dns.resolve(host, "A")), ...(await dns.resolve(host, "AAAA"))];
  return found.flatMap((answer) => (answer.type === "A" || answer.type === "AAAA" ? [answer.data] : []));
}

/** The reverse name is optional: without an answer the address has none. */
async function describe(dns: Dns, ips: readonly string[]): Promise<SeenAddress[]> {
  return Promise.all(
    ips.slice(0, maxAddresses).map(async (ip) => {
      const names = await dns.resolve(toReverseName(ip), "PTR").catch(() => []);
      const reverse = names.flatMap((answer) => (answer.type === "PTR" ? [answer.data.replace(/\.$/, "")] : []));
      return { ip, reverse: reverse.slice(0, maxReverse).map((name) => name.toLowerCase()), network: ownerOf(ip) };
    }),
  );
}

/** A link that somebody has taken back stays away until an address changes. */
const isSame = (before: AddressAnswer, answer: AddressAnswer) => ipsOf(before) === ipsOf(answer);
const ipsOf = ({ addresses }: AddressAnswer) =>
  addresses
    .map(({ ip }) => ip)
    .toSorted()
    .join();

/** Delivery networks and names that are answered in turn show other addresses all the time; only none in common is a move. */
function hasMoved(before: AddressAnswer, { addresses }: AddressAnswer): boolean {
  if (before.addresses.length === 0 || addresses.length === 0) return false;
  if ([...before.addresses, ...addresses].every(isBehindCdn)) return false;
  const known = new Set(before.addresses.map(({ ip }) => ip));
  return !addresses.some(({ ip }) => known.has(ip));
}
