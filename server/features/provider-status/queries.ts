import { sql } from "kysely";
import type { z } from "zod";
import type { listNotices as listInput, ProviderNotice } from "../../../contract/provider-status/provider-status.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** What providers say is not over, of a host, of all that an incident hits, or of one of them. Throws not_found. */
export async function listNotices(
  { db, person }: RecordContext,
  { type, id }: z.output<typeof listInput>,
): Promise<ProviderNotice[]> {
  if (!(await isReadable(db, { type, id }, person))) throw notFound();
  const hosts = {
    provider: sql`select ${id} as id`,
    host: sql`select provider_id from hosts where id = ${id}`,
    incident: sql`select h.provider_id from hosts as h where h.id in (
      select target_id from incident_members where incident_id = ${id} and target_type = 'host'
      union select x.host_id from incident_members as m inner join website_hosts as x on x.website_id = m.target_id
        where m.incident_id = ${id} and m.target_type = 'website'
      union select root_id from incidents where id = ${id} and root_type = 'host')
      union select root_id from incidents where id = ${id} and root_type = 'provider'`,
  }[type];
  const { rows } = await sql<{
    id: string;
    providerId: string;
    provider: string;
    title: string;
    url: string | null;
    beginsAt: string;
  }>`
    select n.id, n.provider_id, p.title as provider, n.title, n.url, n.begins_at from provider_notices as n
    inner join providers as p on p.id = n.provider_id
    where n.ended_at is null and n.provider_id in (${hosts}) order by n.begins_at desc, n.id limit 20`.execute(db);
  return rows.map(({ providerId, provider, beginsAt, ...row }) => ({
    ...row,
    provider: { id: providerId, label: provider },
    beginsAt: new Date(beginsAt),
  }));
}
