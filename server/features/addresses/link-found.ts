import { sql } from "kysely";
import { type AddressAnswer, isBehindCdn } from "../../../contract/addresses/addresses.ts";
import { roleLinksOf } from "../../../contract/records/read-value.ts";
import { eachObject, stringsOf } from "../../db/dialect/json.ts";
import type { Tx } from "../../db/transact.ts";
import { withLabels } from "../../records/links/labels.ts";
import { writeMemberships } from "../../records/links/memberships.ts";
import { leastReader } from "../../records/readable.ts";
import { recordChange } from "../../records/record-change.ts";
import { readStored } from "../../records/stored.ts";
import { updateRow } from "../../records/write-row.ts";
import { websites } from "../websites/store.ts";
import { hostAddresses } from "./host-addresses.ts";

/**
 * Links websites that nobody has linked to a host for the web yet to the one host that has their address. Behind a
 * delivery network, and where several hosts share an address, a person decides.
 */
export async function linkFound(tx: Tx, about: { websiteId: string } | { hostId: string }): Promise<void> {
  const only =
    "websiteId" in about
      ? sql`w.id = ${about.websiteId}`
      : sql`exists (select 1 from ${eachObject(sql`l.answer_json`, "addresses")} as a where a.value ->> 'ip' in
          (select ip from (${hostAddresses}) as h where h.host_id = ${about.hostId}))`;
  const { rows } = await sql<{ id: string; answerJson: string }>`
    select w.id, l.answer_json from lookups as l inner join websites as w on w.id = l.target_id
    where l.kind = 'siteAddresses' and l.answer_json is not null and w.archived_at is null and w.lifecycle = 'live'
      and not exists (select 1 from website_hosts as x where x.website_id = w.id and x.role = 'web') and ${only}
    limit 500`.execute(tx.db);
  for (const { id, answerJson } of rows) {
    const { addresses }: AddressAnswer = JSON.parse(answerJson);
    if (addresses.length === 0 || addresses.some(isBehindCdn)) continue;
    const hosts = await hostsAt(
      tx,
      addresses.map(({ ip }) => ip),
    );
    const [host] = hosts;
    if (host && hosts.length === 1) await link(tx, id, host);
  }
}

async function hostsAt(tx: Tx, ips: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hostId: string }>`select distinct host_id from (${hostAddresses}) as h
    where h.ip in ${stringsOf(JSON.stringify(ips))} limit 2`.execute(tx.db);
  return rows.map(({ hostId }) => hostId);
}

/** In nobody's name, with a version and a row of history like every other change of a record. */
async function link(tx: Tx, id: string, hostId: string): Promise<void> {
  const before = await readStored(tx.db, websites, id);
  if (!before || before.archivedAt) return;
  const known = roleLinksOf(before.values.hosts);
  const values = { ...before.values, hosts: [...known, { id: hostId, role: "web" }] };
  const version = before.version + 1;
  if (!(await updateRow(tx.db, websites, before, { version, updatedAt: tx.now().toISOString() }))) return;
  await writeMemberships(tx.db, websites, id, values, { names: ["hosts"], isNew: false });
  const reading = { db: tx.db, reader: leastReader };
  await recordChange(tx, websites, {
    verb: "updated",
    id,
    version,
    before: await withLabels(reading, websites, before.values, ["hosts"]),
    after: await withLabels(reading, websites, values, ["hosts"], before.values),
  });
}
