import { sql } from "kysely";
import type { z } from "zod";
import {
  type AddressAnswer,
  type HostAddress,
  type HostNetworkView,
  type HostPanel,
  type HostPhp,
  type HostSoftware,
  isBehindCdn,
  type OpenPort,
  type PortAnswer,
  scannedPorts,
  type UnlinkedWebsite,
  type WebsiteAddressView,
} from "../../../contract/addresses/addresses.ts";
import type * as contract from "../../../contract/addresses/addresses-input.ts";
import { forecastOf } from "../../../contract/hosts/capacity.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { eachObject, jsonArrayOf, jsonObject, stringsOf } from "../../db/dialect/json.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { endsSoon, judgePhp, judgeSoftware } from "../end-of-life/software-state.ts";
import { readLookup } from "../lookups/queries.ts";
import { hostAddresses } from "./host-addresses.ts";

/** SQL of the addresses of all websites that are live. */
export const siteAddresses = sql`
  select w.id, w.title, w.url, w.customer_id, a.value ->> 'ip' as ip from websites as w
    inner join lookups as l on l.kind = 'siteAddresses' and l.target_id = w.id and l.answer_json is not null,
    ${eachObject(sql`l.answer_json`, "addresses")} as a
    where w.archived_at is null and w.lifecycle = 'live'`;

/** What one sees of a host from outside. Throws not_found. */
export async function readHostNetwork(
  { db, person, now }: RecordContext,
  { id }: z.output<typeof contract.oneRecord>,
): Promise<HostNetworkView> {
  const host = await db.selectFrom("hosts").select(["ips", "scansPorts"]).where("id", "=", id).executeTakeFirst();
  if (!host || !(await isReadable(db, { type: "host", id }, person))) throw notFound();
  const looked = await readLookup<AddressAnswer>(db, "hostAddresses", id);
  const ports = await readLookup<PortAnswer>(db, "ports", id);
  const entered = parseOwnJson<string[]>(host.ips);
  const addresses = await withNeighbours(db, looked?.answer?.addresses ?? [], entered);
  const isOn = host.scansPorts === 1;
  const today = portalDate(now());
  const open = (isOn && ports?.answer?.open) || [];
  return {
    lookup: looked?.state ?? null,
    addresses,
    unlinked: await listUnlinked(db, id),
    hiddenCount: await countHidden(db, id),
    usage: await readUsage(db, id, today),
    phpSeen: await readPhp(db, id, today),
    panels: panelsAmong(open, today),
    ports: {
      isOn,
      lookup: isOn ? (ports?.state ?? null) : null,
      open: open.map(({ ip, port }) => ({ ip, port, ...(scannedPorts[port] ?? { label: "" }) })),
    },
  };
}

async function withNeighbours(db: Db, seen: AddressAnswer["addresses"], entered: readonly string[]) {
  const known = new Set(seen.map(({ ip }) => ip));
  const unasked = entered.filter((ip) => !known.has(ip)).map((ip) => ({ ip, reverse: [], network: null }));
  const { rows } = await sql<{ ip: string; websites: number; customers: number }>`
    select ip, count(distinct id) as websites, count(distinct customer_id) as customers from (${siteAddresses}) as s
    where ip in ${stringsOf(JSON.stringify([...known, ...entered]))} group by ip`.execute(db);
  const counts = new Map(rows.map((row) => [row.ip, row]));
  return [...seen, ...unasked].map(
    (address): HostAddress => ({
      ...address,
      isCdn: isBehindCdn(address),
      isEntered: entered.includes(address.ip),
      isResolved: known.has(address.ip) && !entered.includes(address.ip),
      websiteCount: Number(counts.get(address.ip)?.websites ?? 0),
      customerCount: Number(counts.get(address.ip)?.customers ?? 0),
    }),
  );
}

/** Websites that lie at the host's addresses and are linked elsewhere, or nowhere because several hosts have the address. */
async function listUnlinked(db: Db, hostId: string): Promise<UnlinkedWebsite[]> {
  const { rows } = await sql<{ id: string; title: string; url: string; ip: string; hosts: string }>`
    select s.id, s.title, s.url, min(s.ip) as ip,
      (select ${jsonArrayOf(jsonObject({ id: sql`h.id`, label: sql`h.title` }))} from website_hosts as x
        inner join hosts as h on h.id = x.host_id where x.website_id = s.id and x.role = 'web') as hosts
    from (${siteAddresses}) as s
    where s.ip in (select ip from (${hostAddresses}) as a where a.host_id = ${hostId})
      and not exists (select 1 from website_hosts as x where x.website_id = s.id and x.host_id = ${hostId})
    group by s.id, s.title, s.url order by s.title, s.id limit 200`.execute(db);
  return rows.map(({ id, title, url, ip, hosts }) => ({
    website: { id, label: title },
    url,
    ip,
    hosts: parseOwnJson<UnlinkedWebsite["hosts"]>(hosts),
  }));
}

/** Linked websites, none of whose addresses is one of the host's: they are reached by somebody else's network. */
async function countHidden(db: Db, hostId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select s.id from (${siteAddresses}) as s
      inner join website_hosts as x on x.website_id = s.id and x.host_id = ${hostId} and x.role = 'web'
      group by s.id
      having count(case when s.ip in (select ip from (${hostAddresses}) as a where a.host_id = ${hostId}) then 1 end) = 0) as hidden`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

async function readUsage(db: Db, hostId: string, today: string): Promise<HostNetworkView["usage"]> {
  const days = await db
    .selectFrom("hostUsageDays")
    .select(["day", "percent"])
    .where("hostId", "=", hostId)
    .orderBy("day")
    .execute();
  return { days, forecast: forecastOf(days, today) };
}

/** Each panel once; by the port alone only where nothing else uses it and no login page says otherwise. */
function panelsAmong(open: readonly OpenPort[], today: string): HostPanel[] {
  const found = open.flatMap(({ port, panel }): HostPanel[] => {
    const trait = scannedPorts[port];
    const guessed = trait?.isAmbiguous ? undefined : trait?.panel;
    const seen = panel ?? (guessed ? { name: guessed, version: null } : undefined);
    if (!seen) return [];
    return [{ ...seen, port, isSeen: panel !== undefined, software: judgeSoftware(seen.name, seen.version, today) }];
  });
  return [...new Map(found.map((each) => [`${each.name} ${each.version}`, each])).values()];
}

const phpOf = (version: string, today: string): HostPhp => ({
  version,
  support: judgePhp(version, today),
  supportedUntil: judgeSoftware("PHP", version, today).supportedUntil,
});

/** The operating system and the versions of PHP that somebody has entered for a host. Throws not_found. */
export async function readHostSoftware(
  { db, person, now }: RecordContext,
  { id }: z.output<typeof contract.oneRecord>,
): Promise<HostSoftware> {
  const host = await db
    .selectFrom("hosts")
    .select(["os", "osVersion", "phpVersions"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!host || !(await isReadable(db, { type: "host", id }, person))) throw notFound();
  const today = portalDate(now());
  return {
    os: host.os ? systemOf(host.os, host.osVersion, today) : null,
    php: parseOwnJson<string[]>(host.phpVersions).map((version) => phpOf(version, today)),
  };
}

function systemOf(name: string, version: string | null, today: string): NonNullable<HostSoftware["os"]> {
  const software = judgeSoftware(name, version, today);
  return { ...software, isEnding: endsSoon(software.supportedUntil, today) };
}

async function readPhp(db: Db, hostId: string, today: string): Promise<HostNetworkView["phpSeen"]> {
  const { rows } = await sql<{ version: string; count: number }>`
    select w.php_version as version, count(*) as count from websites as w
      inner join website_hosts as x on x.website_id = w.id and x.host_id = ${hostId} and x.role = 'web'
    where w.archived_at is null and w.php_version is not null group by w.php_version order by count desc limit 10`.execute(
    db,
  );
  return rows.map(({ version, count }) => ({ ...phpOf(version, today), websiteCount: Number(count) }));
}

/** Where a website lies, by its addresses. Throws not_found. */
export async function readSiteAddresses(
  { db, person }: RecordContext,
  { id }: z.output<typeof contract.oneRecord>,
): Promise<WebsiteAddressView> {
  if (!(await isReadable(db, { type: "website", id }, person))) throw notFound();
  const looked = await readLookup<AddressAnswer>(db, "siteAddresses", id);
  const addresses = looked?.answer?.addresses ?? [];
  const { rows } = await sql<{ ip: string; id: string; title: string }>`
    select a.ip, h.id, h.title from (${hostAddresses}) as a inner join hosts as h on h.id = a.host_id
    where a.ip in ${stringsOf(JSON.stringify(addresses.map(({ ip }) => ip)))}
    order by h.title, h.id limit 50`.execute(db);
  return {
    lookup: looked?.state ?? null,
    addresses: addresses.map((address) => ({
      ...address,
      isCdn: isBehindCdn(address),
      hosts: rows.filter(({ ip }) => ip === address.ip).map((row) => ({ id: row.id, label: row.title })),
    })),
  };
}
