import type { ChangeEventKind } from "../change-events/change-events.ts";
import { type DnsSnapshot, dnssecStates, type ServerAnswer, serverStates, type ZoneRecord } from "./dns.ts";

export interface DnsChange {
  kind: ChangeEventKind;
  part?: string;
  before: string[] | null;
  after: string[] | null;
}

/** How often in a row a server has to fail before it is reported: one lost packet does not count. */
const missesToTell = 2;

/** A new snapshot with what is kept of the former one: records that nobody answered for, and how often servers failed. */
export function carryOver(before: DnsSnapshot | undefined, now: DnsSnapshot): DnsSnapshot {
  if (!before) return now;
  const missing = new Set(now.unanswered);
  const kept = before.records.filter(({ name, type }) => missing.has(`${name} ${type}`));
  const servers = now.servers.map((server): ServerAnswer => {
    const known = before.servers.find(({ name }) => name === server.name);
    return server.state === "ok" ? server : { ...server, misses: (known?.misses ?? 0) + 1 };
  });
  const dnssec = now.dnssec.state === "unknown" && now.state === "delegated" ? before.dnssec : now.dnssec;
  return { ...now, servers, records: [...now.records, ...kept], dnssec };
}

/** What changed from one snapshot to the next; the first changes nothing. */
export function compareSnapshots(before: DnsSnapshot | undefined, now: DnsSnapshot): DnsChange[] {
  if (!before) return [];
  if (before.state !== now.state) {
    const say = ({ state, parentNameservers }: DnsSnapshot) => (state === "delegated" ? parentNameservers : ["keine"]);
    return [{ kind: "delegation", before: say(before), after: say(now) }];
  }
  if (now.state === "notDelegated") return [];
  return [
    ...compareNameservers(before, now),
    ...compareRecords(before, now),
    ...compareServers(before.servers, now.servers),
    ...compareDnssec(before, now),
  ];
}

function compareNameservers(before: DnsSnapshot, now: DnsSnapshot): DnsChange[] {
  const [wasAbove, isAbove] = [before.parentNameservers, now.parentNameservers];
  const [was, is] = [before.nameservers, now.nameservers];
  const changes: DnsChange[] = [];
  const isOwnChanged = was !== null && is !== null && was.join() !== is.join();
  if (wasAbove.join() !== isAbove.join()) changes.push({ kind: "nameservers", before: wasAbove, after: isAbove });
  if (isOwnChanged && is.join() !== isAbove.join())
    changes.push({ kind: "parentNameservers", part: "in der Zone", before: was, after: is });
  return changes;
}

/** They change with every change of the others. */
const unlisted = ["SOA", "NS"];

function compareRecords(before: DnsSnapshot, now: DnsSnapshot): DnsChange[] {
  const [hadHosts, hasHosts] = [before.ownHosts ?? [], now.ownHosts ?? []];
  // What leads to a server is told; that its addresses are asked for since then is none of its changes.
  const askedOnce = new Set([
    ...hadHosts.filter((name) => !hasHosts.includes(name)),
    ...hasHosts.filter((name) => !hadHosts.includes(name)),
  ]);
  const groupsOf = ({ records }: DnsSnapshot) =>
    Map.groupBy(
      records.filter(({ name, type }) => !unlisted.includes(type) && !askedOnce.has(name)),
      ({ name, type }) => `${name} ${type}`,
    );
  const [was, is] = [groupsOf(before), groupsOf(now)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((part): DnsChange[] => {
    const values = (group: readonly ZoneRecord[] | undefined) => group?.map(({ value }) => value).toSorted() ?? null;
    const [old, fresh] = [values(was.get(part)), values(is.get(part))];
    if (old?.join("\n") === fresh?.join("\n")) return [];
    const type = part.split(" ")[1];
    const kind = type === "MX" ? "mx" : type === "CAA" ? "caa" : "records";
    return [{ kind, part, before: old, after: fresh }];
  });
}

function compareServers(before: readonly ServerAnswer[], now: readonly ServerAnswer[]): DnsChange[] {
  return now.flatMap((server): DnsChange[] => {
    const known = before.find(({ name }) => name === server.name);
    if (!known) return [];
    const isDown = server.misses >= missesToTell;
    if (known.misses >= missesToTell === isDown) return [];
    const say = (state: ServerAnswer["state"]) => [serverStates[state]];
    return [
      {
        kind: "nameserverFault",
        part: server.name,
        before: say(isDown ? "ok" : known.state),
        after: say(server.state),
      },
    ];
  });
}

/** As long as the chain holds, signatures that end soon are something to look after, and no emergency. */
const isHolding = ({ state }: DnsSnapshot["dnssec"]) => state === "valid" || state === "expiring";

function compareDnssec({ dnssec: before }: DnsSnapshot, { dnssec: now }: DnsSnapshot): DnsChange[] {
  const say = ({ state, reason }: DnsSnapshot["dnssec"]) => [
    reason ? `${dnssecStates[state]}: ${reason}` : dnssecStates[state],
  ];
  const isOther = before.state !== now.state;
  if (isOther && !(isHolding(before) && isHolding(now)))
    return [{ kind: "dnssec", before: say(before), after: say(now) }];
  const changes: DnsChange[] = [];
  if (isOther)
    changes.push({
      kind: now.state === "expiring" ? "signaturesEnding" : "signaturesRenewed",
      before: say(before),
      after: say(now),
    });
  const [was, is] = [before.dsRecords.toSorted(), now.dsRecords.toSorted()];
  if (was.join() !== is.join()) changes.push({ kind: "dnssec", part: "DS bei der Registry", before: was, after: is });
  return changes;
}
