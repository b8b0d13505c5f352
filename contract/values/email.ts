import { readHostname } from "./hostname.ts";
import type { Reading } from "./reading.ts";

const problem = { problem: "Keine gültige E-Mail-Adresse." };
/** What the HTML standard accepts before the at sign. */
const local = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+$/;

/** Reads a mail address; its domain into A-labels and lower case. */
export function readEmail(text: string): Reading {
  const typed = text.trim();
  const at = typed.lastIndexOf("@");
  const host = readHostname(typed.slice(at + 1));
  if (at < 1 || !local.test(typed.slice(0, at)) || "problem" in host) return problem;
  const value = `${typed.slice(0, at).toLowerCase()}@${host.value}`;
  return value.length > 254 ? problem : { value };
}
