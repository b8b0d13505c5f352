import { sql } from "kysely";
import { kindTraits, type TimelineEntry } from "../../../contract/change-events/change-events.ts";
import type { ChangeBefore } from "../../../contract/incidents/incident-page.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readBefore } from "../change-events/queries.ts";

/**
 * What people and machines changed in the two days before at what an incident hits, and at what that hangs on, as far as
 * the person may see it.
 */
export async function readChangesBefore(ctx: PersonContext, id: string, startedAt: Date): Promise<ChangeBefore[]> {
  const { rows } = await sql<{ type: RecordType; id: string }>`
    with hit as (
      select target_type as type, target_id as id from incident_members where incident_id = ${id}
      union select root_type, root_id from incidents where id = ${id} and root_type in ('website', 'host', 'domain')
    )
    select type, id from hit
    union select 'host', l.host_id from website_hosts as l inner join hit on hit.type = 'website' and hit.id = l.website_id
    union select 'domain', l.domain_id from website_domains as l
      inner join hit on hit.type = 'website' and hit.id = l.website_id`.execute(ctx.db);
  const entries = await readBefore(ctx, rows, startedAt);
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    text: textOf(entry),
    about: entry.record,
    by: entry.by === "person" && entry.person ? { id: entry.person.id, label: entry.person.name } : null,
  }));
}

/** „Auslieferung: 1.4.2“, „Nameserver: ns1.alt.example → ns1.neu.example“. */
function textOf(entry: TimelineEntry): string {
  if (entry.by === "person") return entry.text;
  const { kind, part, before, after, isHidden, isPlanned } = entry;
  const label = part ? `${kindTraits[kind].label} (${part})` : kindTraits[kind].label;
  const values = [before, after].flatMap((each) => (each && each.length > 0 ? [each.join(", ")] : []));
  const said = isHidden || values.length === 0 ? `${label} geändert` : `${label}: ${values.join(" → ")}`;
  return isPlanned ? `${said} (geplant)` : said;
}
