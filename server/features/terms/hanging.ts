import { type RawBuilder, sql } from "kysely";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { TermType } from "../../../contract/terms/term-types.ts";
import type { Db } from "../../db/connection.ts";

/** A record that cannot do without another one that ends. */
export interface Hanging {
  type: RecordType;
  id: string;
  title: string;
}

const websitesBy = (table: string, own: string, id: string) =>
  sql`select 'website' as type, w.id, w.title from websites as w inner join ${sql.table(table)} as l on l.website_id = w.id
    where ${sql.ref(`l.${own}`)} = ${id} and w.archived_at is null`;

const ofContract = (type: string, id: string) =>
  sql`select ${type} as type, r.id, r.title from contract_items as i
    inner join ${sql.table(`${type}s`)} as r on r.id = ${sql.ref(`i.${type}_id`)}
    where i.contract_id = ${id} and i.archived_at is null and r.archived_at is null`;

const sources: Readonly<Record<TermType, (id: string) => RawBuilder<unknown> | undefined>> = {
  domain: (id) => websitesBy("website_domains", "domain_id", id),
  host: (id) => websitesBy("website_hosts", "host_id", id),
  contract: (id) =>
    sql.join(
      ["website", "domain", "host", "device"].map((type) => ofContract(type, id)),
      sql` union `,
    ),
  device: () => undefined,
};

const maxHanging = 20;

/** What still hangs on something that ends: the websites of a domain or host, and what a contract covers. */
export async function listHanging(db: Db, { type, id }: { type: TermType; id: string }): Promise<Hanging[]> {
  const source = sources[type](id);
  if (!source) return [];
  const { rows } =
    await sql<Hanging>`select * from (${source}) as hanging order by title, id limit ${maxHanging}`.execute(db);
  return rows;
}
