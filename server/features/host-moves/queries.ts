import { sql } from "kysely";
import type { z } from "zod";
import type { DnsSnapshot } from "../../../contract/dns/dns.ts";
import {
  type HostInfoDraft,
  type Informed,
  type MovableWebsite,
  type oneHost,
  websitesPlaceholder,
} from "../../../contract/host-moves/host-moves.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { jsonArrayOf, jsonObject, jsonSetOf, stringsOf } from "../../db/dialect/json.ts";
import { notFound } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import type { Queryable } from "../../search/run.ts";

/** The websites of a host that can be moved, with their domains and how long caches keep their addresses. */
export async function listMovable({ db }: RecordContext, { id }: z.output<typeof oneHost>): Promise<MovableWebsite[]> {
  await readHost(db, id);
  const { rows } = await sql<{
    id: string;
    title: string;
    url: string;
    customer: string | null;
    domains: string;
    answerJson: string | null;
  }>`
    select w.id, w.title, w.url, c.title as customer,
      (select ${jsonArrayOf(jsonObject({ id: sql`d.id`, label: sql`d.title` }))} from website_domains as x
        inner join domains as d on d.id = x.domain_id and d.archived_at is null where x.website_id = w.id) as domains,
      (select l.answer_json from website_domains as x
        inner join lookups as l on l.kind = 'dns' and l.target_id = x.domain_id
        where x.website_id = w.id order by x.role = 'main' desc limit 1) as answer_json
    from website_hosts as h inner join websites as w on w.id = h.website_id
    left join customers as c on c.id = w.customer_id
    where h.host_id = ${id} and h.role = 'web' and w.archived_at is null
    order by w.sort_title, w.id limit 1000`.execute(db);
  return rows.map(({ answerJson, domains, title, ...row }) => ({
    ...row,
    label: title,
    domains: parseOwnJson<Ref[]>(domains),
    ttlSeconds: ttlOf(new URL(row.url).hostname, answerJson),
  }));
}

function ttlOf(hostname: string, answerJson: string | null): number | null {
  if (answerJson === null) return null;
  const { records }: DnsSnapshot = JSON.parse(answerJson);
  const own = records.filter(({ name, type }) => name === hostname && ["A", "AAAA", "CNAME"].includes(type));
  return own.length === 0 ? null : Math.max(...own.map(({ ttl }) => ttl));
}

/** „Kunden informieren …“: a draft for the technical contacts of all customers with websites on the host. */
export async function draftHostInfo(
  { db, person }: RecordContext,
  { id }: z.output<typeof oneHost>,
): Promise<HostInfoDraft> {
  const host = await readHost(db, id);
  const { recipients, unreachable } = await readInformed(db, id);
  return {
    subject: `Information zu Ihrem Hosting (${host.title})`,
    text: `Guten Tag,\n\nes geht um folgende Websites, die wir für Sie betreuen:\n\n${websitesPlaceholder}\n\n\n\nBei Fragen antworten Sie uns gern.\n\nFreundliche Grüße\n${person.name}`,
    recipients,
    unreachable,
  };
}

/** Of each customer those for technical questions and emergencies; the main contact where there are none. */
export async function readInformed(
  db: Queryable,
  hostId: string,
): Promise<Pick<HostInfoDraft, "recipients" | "unreachable">> {
  const { rows: customers } = await sql<{ id: string; title: string; websites: string }>`
    select c.id, c.title, ${jsonSetOf(sql`w.title`)} as websites from customers as c
    inner join websites as w on w.customer_id = c.id and w.archived_at is null
    inner join website_hosts as h on h.website_id = w.id and h.host_id = ${hostId}
    where c.archived_at is null group by c.id order by c.sort_title, c.id`.execute(db);
  const contacts = await db
    .selectFrom("contacts")
    .select(["id", "customerId", "firstName", "lastName", "email", "roles", "isPrimary"])
    .where("archivedAt", "is", null)
    .where("leftAt", "is", null)
    .where("email", "is not", null)
    .where("customerId", "in", stringsOf(JSON.stringify(customers.map(({ id }) => id))))
    .orderBy("lastName")
    .execute();
  const unreachable: Ref[] = [];
  const recipients = customers.flatMap((customer): Informed[] => {
    const own = contacts.filter(({ customerId }) => customerId === customer.id);
    const technical = own.filter(({ roles }) => /emergency|tech/.test(roles ?? ""));
    const main = own.filter(({ isPrimary }) => isPrimary === 1);
    const chosen = [technical, main, own.slice(0, 1)].find((each) => each.length > 0) ?? [];
    if (chosen.length === 0) unreachable.push({ id: customer.id, label: customer.title });
    return chosen.map(({ id, firstName, lastName, email }) => ({
      contactId: id,
      name: [firstName, lastName].filter(Boolean).join(" "),
      email: email ?? "",
      customer: { id: customer.id, label: customer.title },
      isTechnical: technical.length > 0,
      websites: parseOwnJson<string[]>(customer.websites),
    }));
  });
  return { recipients, unreachable };
}

export async function readHost(db: Queryable, id: string): Promise<{ title: string; archivedAt: string | null }> {
  const host = await db.selectFrom("hosts").select(["title", "archivedAt"]).where("id", "=", id).executeTakeFirst();
  if (!host) throw notFound();
  return host;
}
