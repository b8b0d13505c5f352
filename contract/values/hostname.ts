import { toUnicode } from "./punycode.ts";
import type { Reading } from "./reading.ts";

const problem = { problem: "Kein gültiger Hostname." };
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Reads a host name into A-labels (UTS-46, non-transitional); it needs a dot, and no address passes for one. */
export function readHostname(text: string): Reading {
  const typed = text.trim().replace(/\.$/, "");
  if (/[\s/\\?#@:%[\]]/.test(typed)) return problem;
  const host = toAscii(typed);
  const labels = host?.split(".") ?? [];
  const isAddress = /^\d+$/.test(labels.at(-1) ?? "");
  if (!host || host.length > 253 || labels.length < 2 || isAddress) return problem;
  return labels.every((part) => label.test(part)) && isEncodedRight(host) ? { value: host } : problem;
}

/** A domain as people read it: `xn--mller-kva.de` is `müller.de`. Labels that cannot be decoded stay as they are. */
export function toUnicodeDomain(ace: string): string {
  return ace
    .split(".")
    .map((part) => (part.startsWith("xn--") ? (toUnicode(part.slice(4)) ?? part) : part))
    .join(".");
}

function toAscii(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/** Not every URL parser looks into A-labels: one is right when what it stands for is written the same way. */
function isEncodedRight(host: string): boolean {
  if (!/(^|\.)xn--/.test(host)) return true;
  const decoded = toUnicodeDomain(host);
  return !/(^|\.)xn--/.test(decoded) && toAscii(decoded) === host;
}
