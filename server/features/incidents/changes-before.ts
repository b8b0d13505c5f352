import { sql } from "kysely";
import { changeLabel } from "../../../contract/changes/change-labels.ts";
import type { ChangeKind } from "../../../contract/changes/changes.ts";
import type { ChangeBefore } from "../../../contract/incidents/incident-page.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { maySeeField } from "../../records/field-access.ts";
import { storeOf } from "../../records/registry.ts";
import { fieldOf } from "../../records/store.ts";
import type { PersonContext } from "../../trpc/context.ts";

const beforeMs = 48 * hourMs;
const maxShown = 30;

interface Row {
  id: string;
  kind: ChangeKind;
  type: RecordType;
  subjectId: string;
  title: string | null;
  at: string;
  afterJson: string | null;
  userId: string | null;
  name: string | null;
}

/** What changed in the two days before at what an incident hits, and at what that hangs on, as far as the person may see it. */
export async function readChangesBefore(ctx: PersonContext, id: string, startedAt: Date): Promise<ChangeBefore[]> {
  const { rows } = await sql<Row>`
    with hit as (
      select target_type as type, target_id as id from incident_members where incident_id = ${id}
      union select root_type, root_id from incidents where id = ${id} and root_id is not null
    ), related as (
      select type, id from hit
      union select 'host', l.host_id from website_hosts as l inner join hit on hit.type = 'website' and hit.id = l.website_id
      union select 'domain', l.domain_id from website_domains as l
        inner join hit on hit.type = 'website' and hit.id = l.website_id
    )
    select c.id, c.kind, c.subject_type as type, c.subject_id, c.at, c.after_json, u.id as user_id, u.name,
      coalesce((select title from websites where id = c.subject_id), (select title from hosts where id = c.subject_id),
        (select title from domains where id = c.subject_id)) as title
    from changes as c inner join related as r on r.type = c.subject_type and r.id = c.subject_id
      left join users as u on u.id = c.actor_id
    where c.at >= ${new Date(startedAt.getTime() - beforeMs).toISOString()} and c.at <= ${startedAt.toISOString()}
      and c.subject_type in ('website', 'host', 'domain')
    order by c.at desc limit ${maxShown}`.execute(ctx.db);
  return rows.flatMap((row) => {
    const text = textOf(ctx, row);
    if (text === undefined || row.title === null) return [];
    return [
      {
        ...{ id: row.id, at: new Date(row.at), text, about: { type: row.type, id: row.subjectId, label: row.title } },
        by: row.userId && row.name ? { id: row.userId, label: row.name } : null,
      },
    ];
  });
}

/** „Website geändert: Adresse, Hoster“; undefined where the person may see nothing of what was changed. */
function textOf({ person }: PersonContext, { kind, type, afterJson }: Row): string | undefined {
  const label = changeLabel(kind);
  if (!kind.endsWith(".updated") || !afterJson) return label;
  const names = Object.keys(JSON.parse(afterJson));
  const seen = names.flatMap((name) => {
    const field = fieldOf(storeOf(type), name);
    return field && maySeeField(person, field) ? [field.label] : [];
  });
  return seen.length > 0 ? `${label}: ${seen.join(", ")}` : undefined;
}
