import { readIpAddress } from "../values/ip-address.ts";
import type { Reading } from "../values/reading.ts";

/** What a receiver does with whom a mechanism matches: pass, fail, softfail, neutral. */
export type SpfQualifier = "+" | "-" | "~" | "?";

export interface SpfMechanism {
  qualifier: SpfQualifier;
  name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
  /** The domain that it names, in lower case; empty for the domain of the record itself. */
  target: string;
  /** `all`, and the permission for a network that holds every address. */
  matchesAnybody: boolean;
}

/** An SPF record as receivers evaluate it. */
export interface SpfRecord {
  /** In their order, as far as the first `all`: nothing after it is ever evaluated. */
  mechanisms: SpfMechanism[];
  /** Where the record goes on; null where there is an `all`, which makes receivers ignore it. */
  redirect: string | null;
  /** Whether mechanisms follow that first `all`. */
  hasIgnored: boolean;
}

export const isSpf = (text: string) => /^v=spf1(\s|$)/i.test(text);

const directive = /^([-+~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?:([:/])(.*))?$/i;
const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/i;
/** Printable letters of ASCII with macros among them (RFC 7208, 7.1). */
const macroString = /^(?:%\{[slodiphcrtv]\d*r?[-.+,/_=]*\}|%[%_-]|[!-$&-~])*$/i;
const macroEnd = /%(?:\{[^}]*\}|[%_-])$/;

/** Reads an SPF record by the grammar of RFC 7208, 12; any error makes all of it invalid („permerror“). Never throws. */
export function parseSpf(text: string): Reading<SpfRecord> {
  const [version = "", ...terms] = text.split(" ").filter((term) => term !== "");
  if (version.toLowerCase() !== "v=spf1") return { problem: "„v=spf1“ muss allein am Anfang stehen." };
  const mechanisms: SpfMechanism[] = [];
  const targets = new Map<string, string>();
  for (const term of terms) {
    const wrong = { problem: `„${term}“ ist kein gültiger Teil eines SPF-Eintrags, so gilt er insgesamt nicht.` };
    const [, key = "", value = ""] = modifier.exec(term) ?? [];
    const name = key.toLowerCase();
    if (name === "redirect" || name === "exp") {
      if (!isDomainSpec(value)) return wrong;
      if (targets.has(name)) return { problem: `„${name}“ steht mehrfach da, so gilt der Eintrag insgesamt nicht.` };
      targets.set(name, plainTarget(value));
    } else if (name !== "") {
      if (!macroString.test(value)) return wrong;
    } else {
      const mechanism = readMechanism(term);
      if (!mechanism) return wrong;
      mechanisms.push(mechanism);
    }
  }
  const end = mechanisms.findIndex(({ name }) => name === "all");
  if (end < 0) return { value: { mechanisms, redirect: targets.get("redirect") ?? null, hasIgnored: false } };
  const hasIgnored = end + 1 < mechanisms.length;
  return { value: { mechanisms: mechanisms.slice(0, end + 1), redirect: null, hasIgnored } };
}

function readMechanism(term: string): SpfMechanism | undefined {
  const found = directive.exec(term);
  if (!found) return undefined;
  const [, sign, word = "", separator, rest = ""] = found;
  const name = word.toLowerCase() as SpfMechanism["name"];
  const qualifier = (sign || "+") as SpfQualifier;
  const value = separator === "/" ? `/${rest}` : rest;
  const common = { qualifier, name, target: "", matchesAnybody: name === "all" };
  switch (name) {
    case "all":
      return separator ? undefined : common;
    case "ip4":
    case "ip6": {
      const network = separator === ":" ? readNetwork(name, value) : undefined;
      return network && { ...common, matchesAnybody: qualifier === "+" && network.prefix === 0 };
    }
    case "a":
    case "mx": {
      const [, target = "", v4, v6] = /^(.*?)(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(value) ?? [];
      if (!isPrefix(v4, 32) || !isPrefix(v6, 128)) return undefined;
      if (separator === ":" ? !isDomainSpec(target) : target !== "") return undefined;
      return {
        ...common,
        target: plainTarget(target),
        matchesAnybody: qualifier === "+" && (v4 === "0" || v6 === "0"),
      };
    }
    case "ptr":
      if (!separator) return common;
  }
  return separator === ":" && isDomainSpec(value) ? { ...common, target: plainTarget(value) } : undefined;
}

function readNetwork(name: "ip4" | "ip6", value: string): { prefix: number } | undefined {
  const [, address = "", prefix] = /^([^/]*)(?:\/(.*))?$/.exec(value) ?? [];
  const bits = name === "ip4" ? 32 : 128;
  const isRight =
    /^[0-9a-f.:]+$/i.test(address) && "value" in readIpAddress(address) && address.includes(":") === (name === "ip6");
  return isRight && isPrefix(prefix, bits) ? { prefix: Number(prefix ?? bits) } : undefined;
}

const isPrefix = (digits: string | undefined, bits: number) =>
  digits === undefined || (/^(0|[1-9]\d{0,2})$/.test(digits) && Number(digits) <= bits);

/** Names of one label are none, and neither is what ends in a number. */
function isDomainSpec(text: string): boolean {
  if (!macroString.test(text)) return false;
  if (macroEnd.test(text)) return true;
  const labels = text.replace(/\.$/, "").split(".");
  const last = labels.at(-1) ?? "";
  return labels.length > 1 && /^[a-z0-9-]+$/i.test(last) && !/^-|-$|^\d+$/.test(last);
}

const plainTarget = (text: string) => text.toLowerCase().replace(/\.$/, "");

/** The mechanism that decides about whom no other names; undefined where the record leaves that open, or to a redirect. */
export const catchAllOf = ({ mechanisms }: SpfRecord): SpfMechanism | undefined =>
  mechanisms.find(({ matchesAnybody }) => matchesAnybody);
