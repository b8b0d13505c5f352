import { sql } from "kysely";
import { slaOf } from "../../../contract/dashboard/rank.ts";
import type {
  HitCustomer,
  IncidentBanner,
  IncidentEntry,
  IncidentFacts,
  IncidentMember,
  IncidentPage,
  SimilarIncident,
} from "../../../contract/incidents/incident-page.ts";
import { openStates } from "../../../contract/incidents/incidents.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { jsonArrayOf, jsonObject, stringsOf } from "../../db/dialect/json.ts";
import type { IncidentTable } from "../../db/tables/incidents.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { getRecord, listRecords } from "../../records/queries.ts";
import type { Queryable } from "../../search/run.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { claimOf, claimsOf } from "../claims/claims.ts";
import { readChangesBefore } from "./changes-before.ts";
import { readPinTargets, readRunbooks } from "./runbooks.ts";
import { incidents as store } from "./store.ts";
import { readSupport } from "./support.ts";

const shownMembers = 100;

/** An incident as programs read it: the record, and its facts beside it. Throws not_found. */
export async function readIncident(ctx: PersonContext, { id }: { id: string }): Promise<RecordRow & IncidentFacts> {
  const record = await getRecord(store, ctx, { id });
  return { ...record, ...(await readFactsOf(ctx.db, id)) };
}

/** A list of incidents as programs read it: each with how it stands, beside its fields. */
export async function findIncidents(ctx: PersonContext, input: Parameters<typeof listRecords>[2]) {
  const page = await listRecords(store, ctx, input);
  const rows = await ctx.db
    .selectFrom("incidents")
    .select(["id", "number", "severity", "state", "endReason", "rootType", "rootId", "rootLabel"])
    .select(["startedAt", "endedAt"])
    .select((eb) =>
      eb
        .selectFrom("incidentMembers as m")
        .select((count) => count.fn.countAll<number>().as("total"))
        .whereRef("m.incidentId", "=", "incidents.id")
        .as("memberCount"),
    )
    .where(
      "id",
      "in",
      page.data.map(({ id }) => id),
    )
    .execute();
  const facts = new Map(rows.map((row) => [row.id, row]));
  const data = page.data.map((record) => {
    const { rootType = null, rootId = null, rootLabel = null, ...fact } = facts.get(record.id) ?? {};
    return { ...record, ...fact, root: rootOf({ rootType, rootId, rootLabel }) };
  });
  return { ...page, data };
}

/** Everything that the page of an incident shows beside its fields. Throws not_found. */
export async function readPage(ctx: PersonContext, { id }: { id: string }): Promise<IncidentPage> {
  const { db, now, person } = ctx;
  const facts = await readFactsOf(db, id);
  const isOpen = openStates.some((state) => state === facts.state);
  const pinTargets = await readPinTargets(ctx, id);
  return {
    ...facts,
    claim: await claimOf(db, { type: "incident", id }, now()),
    entries: await readEntries(db, id),
    customers: await readCustomers(db, id),
    support: await readSupport(db, facts),
    pinTargets,
    runbooks: await readRunbooks(ctx, pinTargets),
    changesBefore: await readChangesBefore(ctx, id, facts.startedAt),
    similar: await readSimilar(db, id, facts),
    can: {
      close: (facts.state !== "closed" || facts.endReason !== null) && hasAbility(person.role, "closeIncidents"),
      pin: hasAbility(person.role, "editRecords"),
      note: hasAbility(person.role, isOpen ? "makeClaims" : "editRecords"),
    },
  };
}

async function readFactsOf(db: Queryable, id: string): Promise<IncidentFacts> {
  const row = await db.selectFrom("incidents").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  const { total } = await db
    .selectFrom("incidentMembers")
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .where("incidentId", "=", id)
    .executeTakeFirstOrThrow();
  return {
    number: row.number,
    severity: row.severity,
    state: row.state,
    endReason: row.endReason,
    cause: row.cause,
    root: rootOf(row),
    startedAt: new Date(row.startedAt),
    endedAt: toDate(row.endedAt),
    members: await readMembers(db, id),
    memberCount: Number(total),
  };
}

const rootOf = ({ rootType, rootId, rootLabel }: Pick<IncidentTable, "rootType" | "rootId" | "rootLabel">) =>
  rootType && rootId ? { type: rootType, id: rootId, label: rootLabel ?? "" } : null;

/** What is still down first, then by name. */
async function readMembers(db: Queryable, id: string): Promise<IncidentMember[]> {
  const rows = await db
    .selectFrom("incidentMembers as m")
    .leftJoin("customers as c", "c.id", "m.customerId")
    .select(["m.targetType as type", "m.targetId as id", "m.label", "m.status", "m.isPartial", "m.since", "m.until"])
    .select(["c.id as customerId", "c.title as customer"])
    .where("m.incidentId", "=", id)
    .orderBy(sql`m.until is not null`)
    // What is the cause of the others stands before them.
    .orderBy(sql`m.target_type <> 'host'`)
    .orderBy("m.label")
    .limit(shownMembers)
    .execute();
  return rows.map(({ customerId, customer, since, until, isPartial, ...row }) => ({
    ...row,
    isPartial: isPartial === 1,
    since: new Date(since),
    until: toDate(until),
    customer: customerId && customer ? { id: customerId, label: customer } : null,
  }));
}

async function readEntries(db: Queryable, id: string): Promise<IncidentEntry[]> {
  const rows = await db
    .selectFrom("incidentEntries as e")
    .leftJoin("users as u", "u.id", "e.byId")
    .select(["e.id", "e.at", "e.kind", "e.text", "u.id as userId", "u.name", "u.imageKey"])
    .where("e.incidentId", "=", id)
    .orderBy("e.at")
    .orderBy("e.id")
    .limit(1000)
    .execute();
  return rows.map(({ userId, name, imageKey, at, ...row }) => ({
    ...row,
    at: new Date(at),
    by: userId && name ? { id: userId, label: name, ...(imageKey && { image: imageKey }) } : null,
  }));
}

/** Whom it hits, the highest service level first, with whom to call at any hour. */
async function readCustomers(db: Queryable, id: string): Promise<HitCustomer[]> {
  const { rows } = await sql<{ id: string; label: string; sla: string | null; members: string; emergency: string }>`
    select c.id, c.title as label, c.sla_level as sla,
      ${jsonArrayOf(jsonObject({ id: sql`m.target_id`, label: sql`m.label` }))} as members,
      (select ${jsonArrayOf(jsonObject({ name: sql`trim(coalesce(p.first_name, '') || ' ' || p.last_name)`, phone: sql`coalesce(p.mobile, p.phone)` }))}
        from contacts as p where p.customer_id = c.id and p.archived_at is null and p.left_at is null
          and coalesce(p.mobile, p.phone) is not null
          and 'emergency' in ${stringsOf(sql`p.roles`)}) as emergency
    from incident_members as m inner join customers as c on c.id = m.customer_id
    where m.incident_id = ${id}
    group by c.id
    order by case c.sla_level when 'premium' then 0 when 'standard' then 1 else 2 end, count(*) desc, c.sort_title
    limit 200`.execute(db);
  return rows.map(({ id, label, sla, members, emergency }) => ({
    id,
    label,
    sla: slaOf(sla),
    members: JSON.parse(members),
    emergency: JSON.parse(emergency),
  }));
}

/** Earlier ones with the same root, or that hit some of the same. */
async function readSimilar(db: Queryable, id: string, { root }: IncidentFacts): Promise<SimilarIncident[]> {
  const { rows } = await sql<
    Omit<SimilarIncident, "startedAt" | "endedAt"> & { startedAt: string; endedAt: string | null }
  >`
    select i.id, i.number, i.title, i.started_at, i.ended_at, i.end_reason from incidents as i
    where i.id <> ${id} and i.archived_at is null and i.absorbed_by_id is null
      and i.started_at < (select started_at from incidents where id = ${id})
      and ((i.root_type = ${root?.type ?? null} and i.root_id = ${root?.id ?? null})
        or exists (select 1 from incident_members as m inner join incident_members as own
          on own.target_id = m.target_id and own.target_type = m.target_type
          where m.incident_id = i.id and own.incident_id = ${id}))
    order by i.started_at desc limit 5`.execute(db);
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: new Date(startedAt),
    endedAt: toDate(endedAt),
  }));
}

/** The open incidents that concern a person: all of them for those who look after everything, else those of their own. */
export async function readBanners({ db, person, now }: PersonContext): Promise<IncidentBanner[]> {
  const isEverybodys = hasAbility(person.role, "closeIncidents") ? 1 : 0;
  const { rows } = await sql<BannerRow>`
    select i.id, i.number, i.title, i.severity, i.started_at, i.root_type, i.root_id, i.root_label,
      (select count(*) from incident_members as m where m.incident_id = i.id and m.until is null
        and m.target_type = 'website' and m.is_partial = 0) as affected,
      (select count(distinct m.customer_id) from incident_members as m where m.incident_id = i.id and m.until is null
        and m.is_partial = 0) as customers
    from incidents as i
    where i.state in (${sql.join([...openStates])}) and i.archived_at is null and i.told_at is not null
      and (${isEverybodys} = 1 or exists (select 1 from incident_messages as t where t.incident_id = i.id and t.user_id = ${person.id})
        or exists (select 1 from claims as k where k.subject_type = 'incident' and k.subject_id = i.id and k.user_id = ${person.id}))
    order by case i.severity when 'critical' then 0 when 'warning' then 1 else 2 end, i.started_at
    limit 20`.execute(db);
  const claims = await claimsOf(
    db,
    "incident",
    rows.map(({ id }) => id),
    now(),
  );
  return rows.map(({ startedAt, rootType, rootId, rootLabel, ...row }) => ({
    ...row,
    startedAt: new Date(startedAt),
    root: rootOf({ rootType, rootId, rootLabel }),
    claim: claims.get(row.id) ?? null,
  }));
}

type BannerRow = Pick<IncidentBanner, "id" | "number" | "title" | "severity" | "affected" | "customers"> &
  Pick<IncidentTable, "startedAt" | "rootType" | "rootId" | "rootLabel">;
