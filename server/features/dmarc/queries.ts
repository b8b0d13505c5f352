import { sql } from "kysely";
import type { z } from "zod";
import { networks } from "../../../contract/addresses/addresses.ts";
import type { DmarcSource, DmarcView, DmarcWeek, oneDomain } from "../../../contract/dmarc/dmarc.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { openNetworkOwners } from "../../checks/network-owners.ts";
import type { Db } from "../../db/connection.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { hostAddresses } from "../addresses/host-addresses.ts";

const shownDays = 91;
const shownSources = 100;
let owners: ReturnType<typeof openNetworkOwners> | undefined;

/** What reports say of the last 13 weeks of a domain's mail. Throws not_found. */
export async function readDmarc(
  { db, person, now }: RecordContext,
  { id }: z.output<typeof oneDomain>,
): Promise<DmarcView> {
  if (!(await isReadable(db, { type: "domain", id }, person))) throw notFound();
  const from = addDays(portalDate(now()), -shownDays);
  const reports = await db
    .selectFrom("dmarcReports")
    .selectAll()
    .where("domainId", "=", id)
    .where("endsAt", ">=", from)
    .orderBy("beginsAt", "desc")
    .execute();
  const { rows } = await sql<Omit<DmarcSource, "host" | "network"> & { ip: string }>`
    select s.ip, sum(s.messages) as messages, sum(s.passed) as passed, sum(s.dkim_passed) as dkim_passed,
      sum(s.spf_passed) as spf_passed, sum(s.stopped) as stopped,
      min(substr(r.begins_at, 1, 10)) as first_day, max(substr(r.ends_at, 1, 10)) as last_day
    from dmarc_reports as r inner join dmarc_sources as s on s.dmarc_report_id = r.id
    where r.domain_id = ${id} and r.ends_at >= ${from}
    group by s.ip order by sum(s.messages) - sum(s.passed) desc, sum(s.messages) desc, s.ip`.execute(db);
  const shown = rows.slice(0, shownSources);
  const hosts = await readHosts(
    db,
    shown.map(({ ip }) => ip),
  );
  return {
    messages: reports.reduce((sum, { messages }) => sum + messages, 0),
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    sources: shown.map((row) => ({
      ...row,
      ip: row.ip || null,
      host: hosts.get(row.ip) ?? null,
      network: networkOf(row.ip),
    })),
    moreSources: rows.length - shown.length,
    weeks: weeksOf(reports, from),
    reports: reports.slice(0, 100).map(({ id, org, beginsAt, endsAt, policy, messages, passed }) => ({
      id,
      org,
      policy,
      messages,
      passed,
      firstDay: beginsAt.slice(0, 10),
      lastDay: endsAt.slice(0, 10),
    })),
    can: { upload: hasAbility(person.role, "editRecords") },
  };
}

function networkOf(ip: string): string | null {
  owners ??= openNetworkOwners();
  const owner = owners(ip);
  return owner && networks[owner].label;
}

async function readHosts(db: Db, ips: readonly string[]) {
  const { rows } = await sql<{ ip: string; id: string; title: string }>`
    select a.ip, h.id, h.title from (${hostAddresses}) as a inner join hosts as h on h.id = a.host_id
    where a.ip in ${stringsOf(JSON.stringify(ips))}`.execute(db);
  return new Map(rows.map(({ ip, id, title }) => [ip, { id, label: title }]));
}

/** By the week in which a report begins; weeks without any are there, too. */
function weeksOf(
  reports: readonly { beginsAt: string; messages: number; passed: number }[],
  from: string,
): DmarcWeek[] {
  if (reports.length === 0) return [];
  const weeks = new Map<string, DmarcWeek>();
  for (let week = 0; week <= shownDays / 7; week += 1) {
    const day = mondayOf(addDays(from, week * 7));
    weeks.set(day, { day, passed: 0, failed: 0 });
  }
  for (const { beginsAt, messages, passed } of reports) {
    const week = weeks.get(mondayOf(beginsAt.slice(0, 10)));
    if (!week) continue;
    week.passed += passed;
    week.failed += messages - passed;
  }
  return [...weeks.values()];
}

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7));
