import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

/** Ranges that count as unicast although nobody's website is there: IPv4-compatible addresses, and Azure's host. */
const inward = ["::/96", "168.63.129.16"];
/** Where a network without IPv4 shows the whole of IPv4 (RFC 6052); the prefixes of single networks (RFC 8215) stay theirs. */
const nat64 = "64:ff9b::/96";

/** Whether an address belongs to the public internet, or to a network that an admin has allowed. */
export function mayReach(address: string, allowedNetworks: readonly string[]): boolean {
  // A zone names an interface of this machine, which nothing public needs.
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = innerOf(ipaddr.process(address));
  const isPublic = parsed.range() === "unicast" && !inward.some((network) => contains(network, parsed));
  return isPublic || allowedNetworks.some((network) => contains(network, parsed));
}

/** The IPv4 address that a NAT64 gateway connects to; every other address as it is. */
function innerOf(address: Address): Address {
  if (!contains(nat64, address)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}

function contains(network: string, address: Address): boolean {
  try {
    const range = network.includes("/") ? network : `${network}/${ipaddr.parse(network).kind() === "ipv4" ? 32 : 128}`;
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === address.kind() && address.match(base, bits);
  } catch {
    return false;
  }
}
