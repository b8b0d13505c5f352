import { domainToUnicode } from "node:url";
import type { z } from "zod";
import { type DnsSnapshot, findingsOf } from "../../../contract/dns/dns.ts";
import { judgeMail } from "../../../contract/dns/mail.ts";
import type { NamedServers } from "../../../contract/dns/nameservers.ts";
import type { listNameservers } from "../../../contract/dns/nameservers-input.ts";
import type { DnsView } from "../../../contract/dns/views.ts";
import { zoneFile } from "../../../contract/dns/zone-file.ts";
import type { oneTarget } from "../../../contract/lookups/lookups.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { notFound } from "../../problem.ts";
import { readableAmong } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readLookup } from "../lookups/queries.ts";

/** What the DNS said of a domain last, with what is wrong about it. Throws not_found. */
export async function readDns({ db }: RecordContext, { id }: z.infer<typeof oneTarget>): Promise<DnsView> {
  const domain = await db.selectFrom("domains").select("nameAce").where("id", "=", id).executeTakeFirst();
  if (!domain) throw notFound();
  const looked = await readLookup<DnsSnapshot>(db, "dns", id);
  const snapshot = looked?.answer ?? null;
  return {
    name: domainToUnicode(domain.nameAce),
    lookup: looked?.state ?? null,
    snapshot,
    findings: snapshot ? findingsOf(snapshot) : [],
    zoneFile: snapshot?.state === "delegated" ? zoneFile(domain.nameAce, snapshot) : null,
    mail: snapshot?.mail ? judgeMail(domain.nameAce, snapshot, snapshot.mail) : null,
  };
}

/** What is known of the name servers of some domains, by their names; those that are not there are left out. */
export async function listNamedServers(
  { db, person }: PersonContext,
  { ids }: z.infer<typeof listNameservers>,
): Promise<NamedServers[]> {
  const readable = await readableAmong(db, "domain", ids, person);
  const rows = await db
    .selectFrom("domains")
    .select(["id", "title", "nameservers"])
    .where("id", "in", [...readable])
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
  return rows.map(({ id, title, nameservers }) => ({
    id,
    label: title,
    nameservers: parseOwnJson<string[]>(nameservers),
  }));
}
