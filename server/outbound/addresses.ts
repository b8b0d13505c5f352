import ipaddr from "ipaddr.js";

/** Whether an address belongs to the public internet, or to a network that an admin has allowed. */
export function mayReach(address: string, allowedNetworks: readonly string[]): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" || allowedNetworks.some((network) => contains(network, parsed));
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
