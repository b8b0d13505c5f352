import { sql } from "kysely";
import { openStates, type RootType } from "../../../contract/incidents/incidents.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { eachString, jsonArrayOf, jsonArrayWith, stringsOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { type Facts, type Group, keyOf, type OpenIncident, type Target, type Trouble } from "./grouping.ts";

/** A target that a check has found down. */
export interface Down extends Target {
  at: Date;
  /** A code of contract/checks/causes.ts; undefined where it is not known. */
  code?: string | undefined;
  /** The same as a sentence. */
  text?: string | undefined;
  /** The fingerprint of the certificate that it showed. */
  certificate?: string | undefined;
}

/** What is known of a target that is down. */
export interface Known extends Trouble {
  customerId: string | null;
  sla: string | null;
  code: string | null;
  text: string | null;
  certificate: string | null;
}

/** Facts whose troubles are known in full. */
export interface KnownFacts extends Facts {
  troubles: readonly Known[];
}

interface ActiveRow extends Target {
  incidentId: string;
  rootType: RootType | null;
  rootId: string | null;
  startedAt: string;
  since: string;
  cause: string | null;
  certificate: string | null;
}

/** Everything that decides what becomes of those that have just gone down. */
export async function readFacts(tx: Tx, downs: readonly Down[]): Promise<KnownFacts> {
  const active = await readActive(tx);
  const fresh = new Map(downs.map((down) => [keyOf(down), down]));
  const targets = [
    ...active
      .filter((row) => !fresh.has(keyOf(row)))
      .map((row) => ({
        ...row,
        at: new Date(row.since),
        code: row.cause ?? undefined,
        certificate: row.certificate ?? undefined,
      })),
    ...downs,
  ];
  const ties = await readTies(tx, targets);
  const troubles = targets.flatMap((target): Known[] => {
    const tie = ties.get(keyOf(target));
    if (!tie) return [];
    const { type, id, at, code = null, certificate = null } = target;
    return [
      {
        type,
        id,
        label: tie.label,
        since: at.getTime(),
        groups: groupsOf(tie, code, certificate),
        customerId: tie.customerId,
        sla: tie.sla,
        code,
        text: ("text" in target && target.text) || null,
        certificate,
      },
    ];
  });
  const groups = await readGroups(tx, troubles, ties);
  return { troubles, fresh: [...fresh.keys()], groups, incidents: incidentsOf(active) };
}

function incidentsOf(rows: readonly ActiveRow[]): OpenIncident[] {
  return [...Map.groupBy(rows, ({ incidentId }) => incidentId)].map(([id, [first, ...more]]) => ({
    id,
    root: first?.rootType && first.rootId ? { type: first.rootType, id: first.rootId } : null,
    startedAt: Date.parse(first?.startedAt ?? ""),
    members: [first, ...more].flatMap((row) => (row ? [{ type: row.type, id: row.id }] : [])),
  }));
}

/** What is down as a whole in the incidents that are open: a part that fails blames nothing else. */
async function readActive({ db }: Tx): Promise<ActiveRow[]> {
  return db
    .selectFrom("incidentMembers as m")
    .innerJoin("incidents as i", "i.id", "m.incidentId")
    .select(["m.targetType as type", "m.targetId as id", "m.incidentId", "m.since", "m.cause", "m.certificate"])
    .select(["i.rootType", "i.rootId", "i.startedAt"])
    .where("i.state", "in", [...openStates])
    .where("m.until", "is", null)
    .where("m.isPartial", "=", 0)
    .execute();
}

interface Tie {
  label: string;
  customerId: string | null;
  sla: string | null;
  hosts: string[];
  domains: string[];
  nameservers: string[];
}

interface TieRow {
  type: Target["type"];
  id: string;
  label: string;
  customerId: string | null;
  sla: string | null;
  hosts: string | null;
  domains: string | null;
  nameservers: string | null;
}

/** What targets hang on: mail servers say nothing about websites, and what is archived is not known here. */
async function readTies({ db }: Tx, targets: readonly Target[]): Promise<Map<string, Tie>> {
  const idsJson = JSON.stringify(targets.map(({ id }) => id));
  const { rows } = await sql<TieRow>`
    with asked as (select value as id from ${eachString(idsJson)} as target)
    select 'website' as type, w.id, w.title as label, w.customer_id, coalesce(w.sla_level, c.sla_level) as sla,
      (select ${jsonArrayOf(sql`host_id`)} from website_hosts where website_id = w.id and role <> 'mail') as hosts,
      (select ${jsonArrayOf(sql`domain_id`)} from website_domains where website_id = w.id and role = 'main') as domains,
      (select ${jsonArrayOf(sql`d.nameservers`)} from website_domains as l inner join domains as d on d.id = l.domain_id
        where l.website_id = w.id and l.role = 'main' and d.nameservers <> '[]') as nameservers
    from websites as w left join customers as c on c.id = w.customer_id
    where w.id in (select id from asked) and w.archived_at is null
    union all
    select 'domain', d.id, d.title, d.customer_id, c.sla_level, null, null,
      case when d.nameservers <> '[]' then ${jsonArrayWith(sql`d.nameservers`)} end
    from domains as d left join customers as c on c.id = d.customer_id
    where d.id in (select id from asked) and d.archived_at is null
    union all
    select 'host', h.id, h.title, h.customer_id, c.sla_level, null, null, null
    from hosts as h left join customers as c on c.id = h.customer_id
    where h.id in (select id from asked) and h.archived_at is null`.execute(db);
  const list = (json: string | null): string[] => JSON.parse(json ?? "[]");
  return new Map(
    rows.map(({ type, id, hosts, domains, nameservers, ...rest }) => [
      keyOf({ type, id }),
      { ...rest, hosts: list(hosts), domains: list(domains), nameservers: list(nameservers) },
    ]),
  );
}

/** Which of what a target hangs on its cause speaks of: names, certificates, or else the host. */
function groupsOf({ hosts, domains, nameservers }: Tie, code: string | null, certificate: string | null): string[] {
  const key = (type: Group["type"]) => (id: string) => keyOf({ type, id });
  if (code?.startsWith("dns")) return [...domains.map(key("domain")), ...nameservers.map(key("nameservers"))];
  if (code?.startsWith("certificate")) return certificate ? [key("certificate")(certificate)] : [];
  return hosts.map(key("host"));
}

interface SizeRow {
  type: Group["type"];
  id: string;
  label: string;
  size: number;
  parent: string | null;
}

async function readGroups(
  { db }: Tx,
  troubles: readonly Known[],
  ties: ReadonlyMap<string, Tie>,
): Promise<Map<string, Group>> {
  const down = new Set(troubles.map(keyOf));
  const named = [...ties.values()];
  const ids = (pick: (tie: Tie) => string[], type?: Target["type"]) => {
    const own = type ? troubles.filter((each) => each.type === type).map(({ id }) => id) : [];
    return JSON.stringify([...new Set([...named.flatMap(pick), ...own])]);
  };
  const hosts = ids((tie) => tie.hosts, "host");
  const { rows } = await sql<SizeRow>`
    select 'host' as type, h.id, h.title as label, (${watchedOn(sql`h.id`)}) as size, 'provider:' || h.provider_id as parent
    from hosts as h where h.id in ${stringsOf(hosts)}
    union all
    select 'provider', p.id, p.title, (select count(*) from hosts as h where h.provider_id = p.id
      and h.archived_at is null and (${watchedOn(sql`h.id`)}) > 0), null
    from providers as p where p.id in (select provider_id from hosts where id in ${stringsOf(hosts)})
    union all
    select 'domain', d.id, d.title, (select count(*) from website_domains as l inner join websites as w on w.id = l.website_id
      where l.domain_id = d.id and w.archived_at is null and w.lifecycle = 'live'), null
    from domains as d where d.id in ${stringsOf(ids((tie) => tie.domains, "domain"))}
    union all
    select 'nameservers', n.value, n.value, (select count(*) from domains where nameservers = n.value
      and archived_at is null), null
    from ${eachString(ids((tie) => tie.nameservers))} as n`.execute(db);
  const groups = new Map<string, Group>();
  for (const { parent, ...row } of rows) {
    const key = keyOf(row);
    const label = row.type === "nameservers" ? parseOwnJson<string[]>(row.id).join(", ") : row.label;
    groups.set(key, { ...row, label, isDown: down.has(key), ...(parent && { parent }) });
  }
  for (const { certificate, label } of troubles)
    if (certificate)
      groups.set(keyOf({ type: "certificate", id: certificate }), {
        type: "certificate",
        id: certificate,
        label: `von ${label}`,
        size: Number.POSITIVE_INFINITY,
        isDown: false,
      });
  return groups;
}

const watchedOn = (hostId: ReturnType<typeof sql>) => sql`select count(*) from website_hosts as l
  inner join websites as w on w.id = l.website_id
  where l.host_id = ${hostId} and l.role <> 'mail' and w.archived_at is null and w.lifecycle = 'live'`;
