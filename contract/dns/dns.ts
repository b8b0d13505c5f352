import type { MailFacts } from "./mail.ts";

/** How a name server answered when it was asked about a domain that it is said to hold. */
export const serverStates = {
  ok: "antwortet",
  silent: "antwortet nicht",
  lame: "kennt die Domain nicht",
  noAddress: "hat keine Adresse",
  noIpv6: "nicht gefragt: nur IPv6",
} as const;
export type ServerState = keyof typeof serverStates;

export interface ServerAnswer {
  name: string;
  address: string | null;
  state: ServerState;
  serial: number | null;
  /** Looks in a row at which it did not answer as it should. */
  misses: number;
}

/** A record as it stands in a zone file; names end without a dot. */
export interface ZoneRecord {
  name: string;
  type: string;
  ttl: number;
  value: string;
}

export const dnssecStates = {
  unsigned: "nicht signiert",
  valid: "gültig",
  expiring: "Signaturen laufen bald ab",
  broken: "Kette unterbrochen",
  unknown: "nicht prüfbar",
} as const;
export type DnssecState = keyof typeof dnssecStates;

/** What the DNS says of a domain, asked of those who decide. */
export interface DnsSnapshot {
  state: "delegated" | "notDelegated";
  /** The zone above, and the name servers that it names. */
  parentZone: string;
  parentNameservers: string[];
  /** Those that the domain's own servers name; null where none of them answered. */
  nameservers: string[] | null;
  servers: ServerAnswer[];
  records: ZoneRecord[];
  /** „name type“ of what nobody answered: what is known of it stays. */
  unanswered: string[];
  /** Servers within the domain, whose addresses are among the records. */
  ownHosts?: string[];
  dnssec: { state: DnssecState; reason: string | null; expiresAt: string | null; dsRecords: string[] };
  /** What decides about its mail elsewhere; absent where nobody has looked. */
  mail?: MailFacts;
}

export interface DnsFinding {
  level: "bad" | "warn" | "info";
  text: string;
}

const serverLevels = { silent: "warn", lame: "bad", noAddress: "bad", noIpv6: "info" } as const;

/** What is wrong with a delegation, the worst first. */
export function findingsOf(snapshot: DnsSnapshot): DnsFinding[] {
  const { state, parentNameservers, nameservers, servers, dnssec } = snapshot;
  if (state === "notDelegated")
    return [{ level: "bad", text: "Die Registry nennt keine Nameserver. Website und E-Mail sind betroffen." }];
  const findings: DnsFinding[] = [];
  const say = (level: DnsFinding["level"], text: string) => void findings.push({ level, text });
  if (dnssec.state === "broken")
    say("bad", `DNSSEC: ${dnssec.reason}. Viele Resolver lösen die Domain nicht mehr auf.`);
  for (const server of servers)
    if (server.state !== "ok") say(serverLevels[server.state], `${server.name} ${serverStates[server.state]}.`);
  if (nameservers && nameservers.join() !== parentNameservers.join())
    say(
      "warn",
      `Delegation passt nicht: Die Registry nennt ${list(parentNameservers)}, die Zone selbst ${list(nameservers)}.`,
    );
  const serials = new Set(servers.flatMap(({ serial }) => (serial === null ? [] : [serial])));
  if (serials.size > 1) say("warn", `Die Nameserver haben verschiedene Stände (${[...serials].join(", ")}).`);
  if (parentNameservers.length === 1) say("warn", "Nur ein Nameserver: Fällt er aus, ist die Domain nicht erreichbar.");
  if (dnssec.state === "expiring") say("warn", "DNSSEC: Signaturen enden in weniger als drei Tagen.");
  if (dnssec.state === "unsigned" && dnssec.reason) say("warn", `DNSSEC: ${dnssec.reason}.`);
  else if (dnssec.state === "unsigned") say("info", "Die Domain ist nicht mit DNSSEC signiert.");
  return findings;
}

const list = (names: readonly string[]) => (names.length > 0 ? names.join(", ") : "keine");
