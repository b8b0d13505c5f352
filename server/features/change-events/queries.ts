import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import {
  alarmingKinds,
  type ChangeEventKind,
  type ChangeSource,
  changeTargetTypes,
  kindTraits,
  type NoticedChange,
  type PersonChange,
  type Timeline,
  type TimelineEntry,
  type TimelineType,
} from "../../../contract/change-events/change-events.ts";
import type * as contract from "../../../contract/change-events/timeline-input.ts";
import type { ChangeKind } from "../../../contract/changes/changes.ts";
import { toPage } from "../../../contract/pagination.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { eachObject, jsonText } from "../../db/dialect/json.ts";
import { prepare } from "../../db/prepare.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { tableOf } from "../../records/tables.ts";
import { changeText } from "../changes/change-text.ts";

/** One of both kinds, as the union of their tables has it. */
interface Row {
  id: string;
  at: string;
  origin: "machine" | "person";
  type: RecordType;
  recordId: string;
  title: string | null;
  kind: string;
  source: ChangeSource | null;
  part: string | null;
  beforeJson: string | null;
  afterJson: string | null;
  isPlanned: 0 | 1 | null;
  personId: string | null;
  name: string | null;
  imageKey: string | null;
}

/** What became of a record and of what belongs to it, by people and by itself, newest first. Throws not_found. */
export async function listTimeline(
  ctx: RecordContext,
  input: z.output<typeof contract.listTimeline>,
): Promise<Timeline> {
  const { type, id, view, page, limit } = input;
  if (!(await isReadable(ctx.db, { type, id }, ctx.person))) throw notFound();
  const all = unionOf(targetsOf(type, id), view, type === "customer" ? id : undefined);
  const total = await sql<{ total: number }>`select count(*) as total from (${all}) as found`.execute(ctx.db);
  const entries = await readEntries(ctx, all, { limit, offset: (page - 1) * limit });
  return toPage(entries, Number(total.rows[0]?.total ?? 0), limit);
}

const selectLatest = (isUnplanned: boolean) =>
  prepare((_, limit: number, offset: number) => {
    const living = sql.join(
      changeTargetTypes.map((type) => {
        const found = sql`select 1 from ${sql.table(tableOf(type))} as r where r.id = e.target_id and r.archived_at is null`;
        return sql`(e.target_type = ${type} and exists (${found}))`;
      }),
      sql` or `,
    );
    const where = sql<SqlBool>`(${living})${isUnplanned ? sql` and e.is_planned = 0` : sql``}`;
    return selectEntries(machineRows(where), { limit, offset });
  });
const latest = { all: selectLatest(false), unplanned: selectLatest(true) };

/** What was noticed last of all that is watched. */
export async function listLatest(
  ctx: RecordContext,
  { limit, isUnplanned }: z.output<typeof contract.listLatest>,
): Promise<NoticedChange[]> {
  const rows = await latest[isUnplanned ? "unplanned" : "all"](ctx.db, limit, 0);
  const entries = rows.map((row) => toEntry(ctx, row));
  return entries.flatMap((entry) => (entry.by === "machine" ? [entry] : []));
}

const beforeMs = 48 * hourMs;
const maxBefore = 50;

/** What changed in the two days before at some records, as far as the person may see it: for incidents. */
export async function readBefore(
  ctx: RecordContext,
  targets: readonly { type: RecordType; id: string }[],
  at: Date,
): Promise<TimelineEntry[]> {
  const named = sql`(select value ->> 'type' as type, value ->> 'id' as id from ${eachObject(JSON.stringify(targets))} as target)`;
  const from = new Date(at.getTime() - beforeMs).toISOString();
  const within = sql`select * from (${unionOf(named, "all")}) as found where at >= ${from} and at <= ${at.toISOString()}`;
  // Where there is more than is shown, what alarms is the likelier reason, and what machines notice otherwise the last one.
  const all = sql`
    select * from (${within}) as found
    order by case when origin = 'person' then 1 when kind in (${sql.join(alarmingKinds)}) then 0 else 2 end, at desc, id desc
    limit ${maxBefore}`;
  return readEntries(ctx, all, { limit: maxBefore, offset: 0 });
}

/** SQL of what a timeline is about: a customer's is about all that is theirs, a website's also about what it stands on. */
function targetsOf(type: TimelineType, id: string): RawBuilder<unknown> {
  const self = sql`select ${type} as type, ${id} as id`;
  if (type === "website")
    return sql`(${self} union select 'domain', domain_id from website_domains where website_id = ${id}
      union select 'host', host_id from website_hosts where website_id = ${id})`;
  if (type !== "customer") return sql`(${self})`;
  const owned = (["website", "domain", "host", "contract", "contact"] as const).map(
    (each) => sql`select ${each}, id from ${sql.table(tableOf(each))} where customer_id = ${id}`,
  );
  const lent = sql`select 'device', id from devices where assigned_customer_id = ${id}`;
  return sql`(${self} union ${sql.join([...owned, lent], sql` union `)})`;
}

/** `customerId` adds when devices came to a customer and left them, whoever has them today. */
function unionOf(targets: RawBuilder<unknown>, view: contract.TimelineView, customerId?: string): RawBuilder<unknown> {
  const noticed = sql<SqlBool>`(e.target_type, e.target_id) in (select type, id from ${targets} as target)`;
  const machine = machineRows(view === "unplanned" ? sql<SqlBool>`${noticed} and e.is_planned = 0` : noticed);
  if (view === "machine" || view === "unplanned") return machine;
  const people = sql`
    select c.id, c.at, 'person' as origin, c.subject_type as type, c.subject_id as record_id, c.kind, null as source,
      null as part, c.before_json, c.after_json, null as is_planned, c.actor_id as person_id
    from changes as c where c.id in (
        select id from changes where (subject_type, subject_id) in (select type, id from ${targets} as target)
        ${customerId === undefined ? sql`` : sql`union ${handOvers(customerId)}`})
      and c.kind not in ('record.secret-allowed', 'gap.settled', 'gap.reopened')`;
  return view === "people" ? people : sql`${machine} union all ${people}`;
}

const handOvers = (customerId: string) => sql`
    select id from changes where subject_type = 'device' and kind = 'device.moved'
      and ${customerId} in (${jsonText(sql`before_json`, "assignedCustomerId", "id")}, ${jsonText(sql`after_json`, "assignedCustomerId", "id")})`;

const machineRows = (where: RawBuilder<SqlBool>) => sql`
    select e.id, e.at, 'machine' as origin, e.target_type as type, e.target_id as record_id, e.kind, e.source, e.part,
      e.before_json, e.after_json, e.is_planned, null as person_id
    from change_events as e where ${where}`;

interface Part {
  limit: number;
  offset: number;
}

async function readEntries(ctx: RecordContext, all: RawBuilder<unknown>, part: Part): Promise<TimelineEntry[]> {
  const { rows } = await selectEntries(all, part).execute(ctx.db);
  return rows.map((row) => toEntry(ctx, row));
}

const toEntry = (ctx: RecordContext, row: Row): TimelineEntry =>
  row.origin === "machine" ? toNoticed(ctx, row) : toPerson(ctx, row);

function selectEntries(all: RawBuilder<unknown>, { limit, offset }: Part): RawBuilder<Row> {
  const titles = (["website", "domain", "host", "customer", "contract", "contact", "device"] as const).map(
    (type) => sql`when ${type} then (select title from ${sql.table(tableOf(type))} where id = t.record_id)`,
  );
  return sql<Row>`
    select t.*, u.name, u.image_key, case t.type ${sql.join(titles, sql` `)} end as title
    from (select * from (${all}) as entry order by at desc, id desc limit ${limit} offset ${offset}) as t
      left join users as u on u.id = t.person_id
    order by t.at desc, t.id desc`;
}

const recordOf = ({ type, recordId, title }: Row) => ({ type, id: recordId, label: title ?? "gelöscht" });

function toNoticed({ person }: RecordContext, row: Row): NoticedChange {
  const kind = row.kind as ChangeEventKind;
  const { ability } = kindTraits[kind];
  const isHidden = ability !== undefined && !hasAbility(person.role, ability);
  const values = (json: string | null): string[] | null => (isHidden || json === null ? null : JSON.parse(json));
  return {
    by: "machine",
    id: row.id,
    at: new Date(row.at),
    record: recordOf(row),
    kind,
    part: row.part,
    isHidden,
    source: row.source ?? "dns",
    before: values(row.beforeJson),
    after: values(row.afterJson),
    isPlanned: row.isPlanned === 1,
  };
}

function toPerson({ person }: RecordContext, row: Row): PersonChange {
  const { type, beforeJson, afterJson } = row;
  const written = { kind: row.kind as ChangeKind, type, beforeJson, afterJson };
  return {
    by: "person",
    id: row.id,
    at: new Date(row.at),
    record: recordOf(row),
    person: row.personId && row.name ? { id: row.personId, name: row.name, image: row.imageKey } : null,
    text: changeText(person, written) ?? "Geschützte Felder geändert",
  };
}
