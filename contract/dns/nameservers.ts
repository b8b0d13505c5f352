import type { Ref } from "../records/fields.ts";
import { readHostname } from "../values/hostname.ts";

/** A domain with the name servers that its registry names, or that somebody entered where nobody has asked yet. */
export interface NamedServers extends Ref {
  nameservers: string[];
}

export interface NameserverComparison {
  same: NamedServers[];
  other: NamedServers[];
  /** Those of which no name server is known. */
  unknown: NamedServers[];
}

/** Which of some domains have just these name servers, in whatever order and spelling. */
export function compareNameservers(domains: readonly NamedServers[], wanted: readonly string[]): NameserverComparison {
  const key = keyOf(wanted);
  const known = domains.filter(({ nameservers }) => nameservers.length > 0);
  return {
    same: known.filter(({ nameservers }) => keyOf(nameservers) === key),
    other: known.filter(({ nameservers }) => keyOf(nameservers) !== key),
    unknown: domains.filter(({ nameservers }) => nameservers.length === 0),
  };
}

/** The name servers that most of some domains have; of two as many, those of the first. */
export function usualNameservers(domains: readonly NamedServers[]): string[] {
  const groups = [...Map.groupBy(domains, ({ nameservers }) => keyOf(nameservers))].filter(([key]) => key !== "");
  const [usual] = groups.toSorted(([, a], [, b]) => b.length - a.length);
  return usual?.[1][0]?.nameservers ?? [];
}

const keyOf = (names: readonly string[]) => [...new Set(names.map(plain))].toSorted().join(" ");
const plain = (name: string) => name.toLowerCase().replace(/\.$/, "");

/** What somebody has typed, one or several to a line, and what of it is no host name. */
export function readNameservers(text: string): { names: string[]; wrong: string[] } {
  const typed = text.split(/[\s,;]+/).filter(Boolean);
  const readings = typed.map((each) => ({ each, reading: readHostname(each) }));
  return {
    names: readings.flatMap(({ reading }) => ("value" in reading ? [String(reading.value)] : [])),
    wrong: readings.flatMap(({ each, reading }) => ("value" in reading ? [] : [each])),
  };
}
