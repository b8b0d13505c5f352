import ipaddr from "ipaddr.js";

/** Ranges that count as unicast although nobody's website is there: IPv4-compatible addresses, and Azure's host. */
const inward = ["::/96", "168.63.129.16"];

/** Whether an address belongs to the public internet, or to a network that an admin has allowed. */
export function mayReach(address: string, allowedNetworks: readonly string[]): boolean {
  const parsed = ipaddr.process(address);
  const isPublic = parsed.range() === "unicast" && !inward.some((network) => contains(network, parsed));
  return isPublic || allowedNetworks.some((network) => contains(network, parsed));
}

function contains(network: string, address: ReturnType<typeof ipaddr.process>): boolean {
  try {
    const range = network.includes("/") ? network : `${network}/${ipaddr.parse(network).kind() === "ipv4" ? 32 : 128}`;
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === address.kind() && address.match(base, bits);
  } catch {
    return false;
  }
}
