import { getDomain } from "tldts";
import { readHostname } from "./hostname.ts";
import { toUnicode } from "./punycode.ts";
import type { Reading } from "./reading.ts";

/** Reads a registrable domain into its A-labels; a host below it is refused with the domain that is probably meant. */
export function readDomainName(text: string): Reading {
  const host = readHostname(text);
  if ("problem" in host) return host;
  const domain = getDomain(host.value, { allowPrivateDomains: false });
  if (!domain) return { problem: "Kein gültiger Domainname." };
  if (domain !== host.value)
    return { problem: `Bitte die Domain ohne Subdomain eingeben (gemeint: ${toUnicodeDomain(domain)}?).` };
  return { value: domain };
}

/** The registrable domain of a host name or URL in A-labels; undefined for addresses, bare names and suffixes. */
export function registrableDomain(hostOrUrl: string): string | undefined {
  const host = readHostname(hostOf(hostOrUrl));
  if ("problem" in host) return undefined;
  return getDomain(host.value, { allowPrivateDomains: false }) ?? undefined;
}

function hostOf(text: string): string {
  if (!text.includes("://")) return text;
  try {
    return new URL(text).hostname;
  } catch {
    return "";
  }
}

/** A domain as people read it: `xn--mller-kva.de` is `müller.de`. Labels that cannot be decoded stay as they are. */
export function toUnicodeDomain(ace: string): string {
  return ace
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (toUnicode(label.slice(4)) ?? label) : label))
    .join(".");
}
