import { readHostname } from "./hostname.ts";
import { readIpAddress } from "./ip-address.ts";
import type { Reading } from "./reading.ts";

const problem = { problem: "Bitte eine gültige Adresse mit http:// oder https:// eingeben." };
const maxLength = 2048;

/** How people write a URL: `hotel.example/zimmer`, without a scheme. */
const spoken = /^[^/:?#@\s]+\.[^/:?#@\s]+(:\d+)?([/?#]|$)/;

/**
 * Reads a URL into its normal form: lower-case host, no default port, no fragment, never credentials. What is
 * said without a scheme is meant with `https://`.
 */
export function readUrl(text: string): Reading {
  const typed = spoken.test(text.trim()) ? `https://${text.trim()}` : text.trim();
  if (!/^https?:\/\//i.test(typed) || /\s/.test(typed)) return problem;
  let url: URL;
  try {
    url = new URL(typed);
  } catch {
    return problem;
  }
  url.hostname = url.hostname.replace(/\.$/, "");
  if (url.username || url.password || !isReachable(url.hostname)) return problem;
  url.hash = "";
  if (!url.search) url.search = "";
  const bare = url.pathname === "/" && !url.search ? url.origin : url.href;
  return bare.length > maxLength ? problem : { value: bare };
}

/** A full host name, or an IP address: consoles of servers often have no other. */
function isReachable(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  return "value" in readHostname(host) || "value" in readIpAddress(address);
}

const looksSecret =
  /(passwor[dt]|passwd|pwd|kennwort)\s*(=|:(?!\/\/))|-----BEGIN [A-Z ]*PRIVATE KEY|^ssh-(rsa|ed25519) /i;
const vaultProtocols = new Set([
  "http:",
  "https:",
  "onepassword:",
  "op:",
  "bitwarden:",
  "keepass:",
  "keepassxc:",
  "vaultwarden:",
]);

/** Reads a link to a password manager; whatever is no link could be a secret and is refused. */
export function readVaultLink(text: string): Reading {
  const refusal = { problem: "Bitte keine Passwörter speichern, sondern den Link zum Passwortmanager." };
  const typed = text.trim();
  if (looksSecret.test(typed) || /\s/.test(typed)) return refusal;
  try {
    const url = new URL(typed);
    return vaultProtocols.has(url.protocol) && !url.username && !url.password ? { value: url.href } : refusal;
  } catch {
    return refusal;
  }
}
