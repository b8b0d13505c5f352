/** An address as a proxy names it, without the port that some add: `1.2.3.4:5678`, `[::1]:123`. */
export function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
}

/**
 * The part of an address that one household or host has: an IPv4 address, or the /64 of an IPv6 address. Whatever is
 * limited by where it comes from is limited by this.
 */
export const networkOf = (ip: string | undefined): string => prefixOf(ip, 4);

/** The part that one customer of a provider may have, and whose networks they can choose: an IPv4 address, or a /48. */
export const siteOf = (ip: string | undefined): string => prefixOf(ip, 3);

function prefixOf(ip: string | undefined, groupCount: number): string {
  if (!ip) return "unknown";
  const address = withoutPort(ip);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = head ? head.split(":") : [];
  const rest = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  const prefix = [...groups, ...zeros, ...rest]
    .slice(0, groupCount)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/${groupCount * 16}`;
}
