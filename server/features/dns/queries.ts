import { domainToUnicode } from "node:url";
import type { z } from "zod";
import { type DnsSnapshot, findingsOf, zoneFile } from "../../../contract/dns/dns.ts";
import { judgeMail } from "../../../contract/dns/mail.ts";
import type { DnsView } from "../../../contract/dns/views.ts";
import type { oneTarget } from "../../../contract/lookups/lookups.ts";
import { notFound } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
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
