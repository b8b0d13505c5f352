import { getDomain } from "tldts";
import { readHostname, toUnicodeDomain } from "./hostname.ts";
import type { Reading } from "./reading.ts";

export { toUnicodeDomain };

/**
 * Reads a registrable domain into its A-labels; a host below it, or a whole URL, is refused with the domain that is
 * probably meant.
 */
export function readDomainName(text: string): Reading {
  if (text.includes("://")) return meant(registrableDomain(text.trim()));
  const host = readHostname(text);
  if ("problem" in host) return host;
  const domain = getDomain(host.value, { allowPrivateDomains: false });
  if (!domain || domain.split(".").some(isReserved)) return { problem: "Kein gültiger Domainname." };
  return domain === host.value ? { value: domain } : meant(domain);
}

function meant(domain: string | undefined): Reading {
  if (!domain) return { problem: "Kein gültiger Domainname." };
  return { problem: `Bitte die Domain ohne Subdomain eingeben (gemeint: ${toUnicodeDomain(domain)}?).` };
}

/** Registries give out no label with hyphens in third and fourth place, except A-labels (RFC 5890). */
function isReserved(label: string): boolean {
  return label.startsWith("--", 2) && !label.startsWith("xn");
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
