import type { Reading } from "./reading.ts";

const problem = { problem: "Bitte eine gültige Adresse mit http:// oder https:// eingeben." };
const maxLength = 2048;

/** Reads a web address into its normal form: lower-case host, no default port, no fragment, never credentials. */
export function readUrl(text: string): Reading {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return problem;
  }
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  if (!isWeb || url.username || url.password || !url.hostname || /^\.|\.\./.test(url.hostname)) return problem;
  url.hash = "";
  const bare = url.pathname === "/" && !url.search ? url.origin : url.href;
  return bare.length > maxLength ? problem : { value: bare };
}

const looksSecret = /password\s*=|passwor[dt]\s*:|-----BEGIN [A-Z ]*PRIVATE KEY|^ssh-(rsa|ed25519) /i;
const vaultProtocols = new Set(["http:", "https:", "onepassword:", "bitwarden:", "keepassxc:", "vaultwarden:"]);

/** Reads a link to a password manager; whatever is no link could be a secret and is refused. */
export function readVaultLink(text: string): Reading {
  const refusal = { problem: "Bitte keine Passwörter speichern, sondern den Link zum Passwortmanager." };
  if (looksSecret.test(text)) return refusal;
  try {
    const url = new URL(text.trim());
    return vaultProtocols.has(url.protocol) && !url.password ? { value: url.href } : refusal;
  } catch {
    return refusal;
  }
}
