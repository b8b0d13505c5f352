import type { Reading } from "./reading.ts";

const problem = { problem: "Keine gültige IPv4- oder IPv6-Adresse." };
const v4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Reads an IP address; IPv6 into the form of RFC 5952. Networks, ports and zones are refused. */
export function readIpAddress(text: string): Reading {
  const typed = text.trim();
  if (v4.test(typed) && !/(^|\.)0\d/.test(typed)) return { value: typed };
  if (!typed.includes(":") || /[^0-9a-f:.]/i.test(typed)) return problem;
  try {
    const host = new URL(`http://[${typed}]`).hostname.slice(1, -1);
    return { value: withDottedTail(host) };
  } catch {
    return problem;
  }
}

/** RFC 5952 section 5 writes the last 32 bits of a mapped address as IPv4. */
function withDottedTail(address: string): string {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (!mapped) return address;
  const [, high = 0, low = 0] = mapped.map((part) => Number.parseInt(part, 16));
  return `::ffff:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
