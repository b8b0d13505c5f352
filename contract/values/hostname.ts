import type { Reading } from "./reading.ts";

const problem = { problem: "Kein gültiger Hostname." };
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Reads a host name into A-labels (UTS-46, non-transitional); it needs a dot, and no address passes for one. */
export function readHostname(text: string): Reading {
  const typed = text.trim().replace(/\.$/, "");
  if (/[\s/\\?#@:%[\]]/.test(typed)) return problem;
  let host: string;
  try {
    host = new URL(`http://${typed}`).hostname;
  } catch {
    return problem;
  }
  const labels = host.split(".");
  const isAddress = /^\d+$/.test(labels.at(-1) ?? "");
  if (host.length > 253 || labels.length < 2 || isAddress || !labels.every((part) => label.test(part))) return problem;
  return { value: host };
}
