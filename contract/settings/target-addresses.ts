/** Names and addresses that lead to nobody but this host or its own network. */
const privateHosts = [
  /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/,
  /^(10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|169\.254(\.\d{1,3}){2})$/,
  /^\[f[cd][0-9a-f]{2}:.*\]$/,
  /^\[fe[89ab][0-9a-f]:.*\]$/,
  // A name without a dot, and those that are set apart for networks of one's own.
  /^[a-z0-9_-]+$/,
  /\.(local|localdomain|lan|internal|intranet|home\.arpa)$/,
];

/** What is wrong with an address, in a sentence; undefined where nothing is. An empty one is for others to judge. */
export function addressProblem(text: string, { example }: { example: string }): string | undefined {
  if (text === "") return undefined;
  // `cloud.example:8443` counts as an address whose scheme is the name.
  const isWhole = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isWhole) return `Bitte mit https:// beginnen, wie ${example}.`;
  const { username, password } = new URL(text);
  if (username || password || /^https?:\/\/[^/?#]*@/i.test(text))
    return "Benutzer und Passwort gehören nicht in die Adresse; dafür gibt es eigene Felder.";
  return undefined;
}

/** Whether what is sent to this address can be read on its way through the internet. */
export function isReadableOnTheWay(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === "http:" && !privateHosts.some((host) => host.test(url.hostname));
}

/** An address as it may be shown: without user, password and what stands behind the path. */
export function shownAddress(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : undefined;
}

/** Whether a path leads from the root of a disk, as on this host or on Windows. */
export const isAbsolutePath = (path: string): boolean => /^(\/|[a-z]:[\\/]|\\\\)/i.test(path);

/** A path without what changes nothing about where it leads. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
