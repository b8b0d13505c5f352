import ipaddr from "ipaddr.js";

/** The name under which the DNS keeps what an address is called (RFC 1035 3.5, RFC 3596 2.5). */
export function toReverseName(ip: string): string {
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  if (address.kind() === "ipv4") return `${bytes.toReversed().join(".")}.in-addr.arpa`;
  const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15]).toReversed();
  return `${nibbles.map((nibble) => nibble.toString(16)).join(".")}.ip6.arpa`;
}
