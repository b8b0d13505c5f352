import { sql } from "kysely";
import {
  type AddressAnswer,
  type HostProposal,
  type HostProposals,
  isBehindCdn,
  networks,
  type SeenAddress,
} from "../../../contract/addresses/addresses.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import type { Db } from "../../db/connection.ts";
import { inReadingThread } from "../../db/reading-thread.ts";
import { hostAddresses } from "./host-addresses.ts";

interface Site {
  id: string;
  title: string;
  url: string;
  customer: string | null;
  addresses: SeenAddress[];
}

/** „Aus Websites erkennen“: what live websites without a host for the web have in common. Writes nothing. */
export async function proposeHosts(db: Db): Promise<HostProposals> {
  const { rows } = await sql<Omit<Site, "addresses"> & { answerJson: string | null }>`
    select w.id, w.title, w.url, c.title as customer, l.answer_json from websites as w
      left join customers as c on c.id = w.customer_id
      left join lookups as l on l.kind = 'siteAddresses' and l.target_id = w.id
    where w.archived_at is null and w.lifecycle = 'live'
      and not exists (select 1 from website_hosts as x where x.website_id = w.id and x.role = 'web')
    order by w.sort_title, w.id limit 5000`.execute(inReadingThread(db));
  const sites = rows.map(({ answerJson, ...site }): Site => {
    const answer: AddressAnswer | null = answerJson === null ? null : JSON.parse(answerJson);
    return { ...site, addresses: answer?.addresses ?? [] };
  });
  const answered = sites.filter(({ addresses }) => addresses.length > 0);
  const hidden = answered.filter(({ addresses }) => addresses.some(isBehindCdn));
  const groups = groupByAddress(answered.filter(({ addresses }) => !addresses.some(isBehindCdn)));
  const known = await readKnown(db);
  return {
    proposals: groups.map((group) => toProposal(group, known)),
    behindCdn: groupByNetwork(hidden),
    waitingCount: sites.length - answered.length,
  };
}

/** Websites that share an address lie at the same place, and so do those that share one with one of these. */
export function groupByAddress<Member extends { addresses: readonly { ip: string }[] }>(
  members: readonly Member[],
): Member[][] {
  const parents = new Map<string, string>();
  const rootOf = (ip: string): string => {
    const parent = parents.get(ip) ?? ip;
    if (parent === ip) return ip;
    const root = rootOf(parent);
    parents.set(ip, root);
    return root;
  };
  for (const { addresses } of members)
    for (const { ip } of addresses) parents.set(rootOf(ip), rootOf(addresses[0]?.ip ?? ip));
  const groups = Map.groupBy(members, ({ addresses }) => rootOf(addresses[0]?.ip ?? ""));
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

interface Known {
  hosts: { ip: string; id: string; title: string }[];
  providers: { title: string; domain: string | undefined }[];
}

async function readKnown(db: Db): Promise<Known> {
  const { rows } = await sql<Known["hosts"][number]>`select a.ip, h.id, h.title from (${hostAddresses}) as a
    inner join hosts as h on h.id = a.host_id order by h.title, h.id`.execute(db);
  const providers = await db
    .selectFrom("providers")
    .select(["title", "website"])
    .where("archivedAt", "is", null)
    .execute();
  return {
    hosts: rows,
    providers: providers.map(({ title, website }) => ({
      title,
      domain: website ? registrableDomain(website) : undefined,
    })),
  };
}

function toProposal(group: readonly Site[], { hosts, providers }: Known): HostProposal {
  const addresses = new Map(group.flatMap((site) => site.addresses.map((address) => [address.ip, address] as const)));
  const ips = [...addresses.keys()].toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
  const reverse = [...new Set([...addresses.values()].flatMap((address) => address.reverse))];
  const host = hosts.find(({ ip }) => addresses.has(ip));
  const domains = reverse.map((name) => registrableDomain(`https://${name}/`));
  const [network] = [...addresses.values()].flatMap((each) => (each.network ? [networks[each.network].label] : []));
  const provider = providers.find(
    ({ title, domain }) => (domain && domains.includes(domain)) || title.toLowerCase() === network?.toLowerCase(),
  );
  return {
    key: ips[0] ?? "",
    ips: ips.slice(0, 20),
    reverse: reverse.slice(0, 5),
    name: (reverse[0] ?? ips[0] ?? "").slice(0, 80),
    provider: provider?.title ?? network ?? domains.find(Boolean) ?? "",
    websites: group.map(({ id, title, url, customer }) => ({ id, label: title, url, customer })),
    host: host ? { id: host.id, label: host.title } : null,
  };
}

function groupByNetwork(sites: readonly Site[]): HostProposals["behindCdn"] {
  const found = new Map<string, Ref[]>();
  for (const { id, title, addresses } of sites) {
    const cdn = addresses.find(isBehindCdn);
    const label = cdn?.network ? networks[cdn.network].label : (registrableDomain(`https://${cdn?.reverse[0]}/`) ?? "");
    found.set(label, [...(found.get(label) ?? []), { id, label: title }]);
  }
  return [...found].map(([label, websites]) => ({ label, websites }));
}
