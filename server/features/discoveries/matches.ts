import { sql } from "kysely";
import type { CustomerMatch } from "../../../contract/discoveries/discoveries.ts";
import type { ImprintFacts } from "../../../contract/discoveries/imprint.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { readIpAddress } from "../../../contract/values/ip-address.ts";
import type { Db } from "../../db/connection.ts";
import { eachString } from "../../db/dialect/json.ts";
import { isUnderDomainOf } from "../../lookups/imprint/read-imprint.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { isSameCompany } from "../customers/likeness.ts";
import { findSimilar } from "../customers/queries.ts";

/** The kept domain of a name. */
export function findDomain(db: Db, nameAce: string): Promise<Ref | undefined> {
  return db
    .selectFrom("domains")
    .select(["id", "title as label"])
    .where("nameAce", "=", nameAce)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
}

const maxHosts = 5;

/** Hosts in use that have one of some IP addresses, for many sites at once: what is returned says it for the IPs of one. */
export async function readHosts(db: Db, ips: readonly string[]): Promise<(of: readonly string[]) => Ref[]> {
  const { rows } =
    ips.length === 0
      ? { rows: [] }
      : await sql<Ref & { ip: string }>`
    select record.id, record.title as label, address.value as ip
    from hosts as record, ${eachString(sql`record.ips`)} as address
    where record.archived_at is null and record.lifecycle <> 'shutDown'
      and address.value in ${idsIn(JSON.stringify(ips.flatMap(readIp)))}
    order by record.sort_title, record.id`.execute(db);
  return (of) => {
    const wanted = new Set(of.flatMap(readIp));
    const hosts = new Map(rows.flatMap(({ ip, ...host }) => (wanted.has(ip) ? [[host.id, host]] : [])));
    return [...hosts.values()].slice(0, maxHosts);
  };
}

function readIp(ip: string): string[] {
  const reading = readIpAddress(ip);
  return "value" in reading ? [reading.value] : [];
}

/** Which hosts a site may be on, as a sentence. */
export function hostText(ips: readonly string[], matches: readonly Ref[]): string {
  const shown = ips.slice(0, 2).join(", ");
  const [first] = matches;
  if (!first) return `Kein Hoster mit der Adresse ${shown} ist angelegt.`;
  if (matches.length === 1) return `${first.label} (${shown}).`;
  return `Mehrere Hoster haben ${shown}: ${matches.map(({ label }) => label).join(", ")}.`;
}

interface Asked {
  facts: ImprintFacts | undefined;
  url: string | undefined;
  domain: string | undefined;
}

/** Customers that a site probably belongs to, the surest first. */
export async function findCustomers(ctx: RecordContext, { facts, url, domain }: Asked): Promise<CustomerMatch[]> {
  const owner = domain ? await ownerOf(ctx.db, domain) : undefined;
  const { company: name = null, email = null, vatId = null } = facts ?? {};
  const isOwnMail = email !== null && url !== undefined && isUnderDomainOf(url, email);
  const similar = await findSimilar(ctx, { name, email: isOwnMail ? email : null, vatId, website: url });
  // A mailbox elsewhere may as well be that of whoever made the site.
  const byForeignMail = email && !isOwnMail ? await findSimilar(ctx, { email }) : [];
  const found = [
    ...similar.filter(({ by }) => by === "vatId"),
    ...(owner ? [{ ...owner, by: "domain" as const }] : []),
    ...similar.filter(({ by }) => by !== "vatId"),
  ];
  const matches: CustomerMatch[] = [
    ...found.map(({ id, label, by }) => ({
      id,
      label,
      by,
      isSure: by !== "name" || isSameCompany(label, name ?? ""),
    })),
    ...byForeignMail.map(({ id, label, by }) => ({ id, label, by, isSure: false })),
  ];
  const isFirst = ({ id }: CustomerMatch, index: number) => matches.findIndex((other) => other.id === id) === index;
  return matches
    .filter(isFirst)
    .sort((one, other) => Number(other.isSure) - Number(one.isSure))
    .slice(0, 5);
}

/** The customer to whom a kept domain belongs. */
async function ownerOf(db: Db, nameAce: string): Promise<Ref | undefined> {
  return db
    .selectFrom("domains as d")
    .innerJoin("customers as c", "c.id", "d.customerId")
    .select(["c.id", "c.title as label"])
    .where("d.nameAce", "=", nameAce)
    .where("d.archivedAt", "is", null)
    .where("c.archivedAt", "is", null)
    .executeTakeFirst();
}
