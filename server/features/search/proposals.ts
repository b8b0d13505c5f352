import { domainToUnicode } from "node:url";
import { hasAbility } from "../../../contract/roles.ts";
import type { SearchProposal } from "../../../contract/search/search.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import { readIpAddress } from "../../../contract/values/ip-address.ts";
import { readUrl } from "../../../contract/values/url.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** What can be done with what was typed when it reads as an address; what is kept already is not offered again. */
export async function proposalsFor(ctx: PersonContext, query: string): Promise<SearchProposal[]> {
  const ip = readIpAddress(query.replace(/^\[|\]$/g, ""));
  if ("value" in ip) return [{ kind: "hostsAtAddress", value: ip.value, href: hostsAt(ip.value) }];
  if (!hasAbility(ctx.person.role, "editRecords")) return [];
  const url = readTypedUrl(query);
  const domain = url && registrableDomain(new URL(url).hostname);
  if (!url || !domain) return [];
  const proposals: SearchProposal[] = [];
  if (!(await isKept(ctx, "websites", "url", url)))
    proposals.push({ kind: "createWebsite", value: url, href: `/discover?url=${encodeURIComponent(url)}` });
  if (!(await isKept(ctx, "domains", "nameAce", domain))) {
    const name = domainToUnicode(domain);
    proposals.push({ kind: "createDomain", value: name, href: `/domains/new?name=${encodeURIComponent(name)}` });
  }
  return proposals;
}

const hostsAt = (ip: string) => `/hosts?${new URLSearchParams({ "f[ips]": `equals:${ip}` })}`;

/** An address as it is typed, with or without its scheme; undefined for everything that is none. */
function readTypedUrl(query: string): string | undefined {
  if (/\s/.test(query) || !query.includes(".")) return undefined;
  const url = readUrl(/^https?:\/\//i.test(query) ? query : `https://${query}`);
  return "value" in url ? url.value : undefined;
}

async function isKept({ db }: PersonContext, table: "websites", column: "url", value: string): Promise<boolean>;
async function isKept({ db }: PersonContext, table: "domains", column: "nameAce", value: string): Promise<boolean>;
async function isKept({ db }: PersonContext, table: "websites" | "domains", column: string, value: string) {
  const row = await db
    .selectFrom(table)
    .select("id")
    .where(column as never, "=", value as never)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
