import { type RawBuilder, type SqlBool, sql } from "kysely";

interface Reason {
  tone: "red" | "yellow";
  text: string;
  /** Over the customer `record`. */
  where(today: string): RawBuilder<SqlBool>;
}

/** Everybody who reads customers may read what these are about. */
const openToAll = sql`('website', 'domain', 'host', 'device', 'customer', 'contract')`;

/** The incidents that are going on at the customer `record`. */
const running = sql`incident_members as m inner join incidents as i on i.id = m.incident_id
  where m.customer_id = record.id and m.until is null and i.state in ('open', 'claimed') and i.archived_at is null`;
export const openIncidents = () => sql`select count(distinct i.id) from ${running}`;

/** Why a customer needs a look, the worst first. */
const reasons: readonly Reason[] = [
  { tone: "red", text: "Eine Störung läuft", where: () => sql`exists (select 1 from ${running} and m.is_partial = 0)` },
  {
    tone: "red",
    text: "Eine Frist ist überschritten",
    where: (today) => sql`exists (select 1 from deadlines as d where d.customer_id = record.id and d.state = 'open'
      and d.archived = 0 and d.quiet = 0 and d.target_type in ${openToAll} and d.kind <> 'nis2Verification'
      and d.due_on < ${today} and (d.asks_until is null or d.asks_until >= ${today}))`,
  },
  {
    tone: "red",
    text: "Die Frist einer Inhaberprüfung (NIS2) ist überschritten",
    where: (today) => sql`exists (select 1 from domains as d where d.customer_id = record.id and d.archived_at is null
      and (d.nis2_status in ('overdue', 'quarantine')
        or (d.nis2_status = 'requested' and d.nis2_deadline_at < ${today})))`,
  },
  {
    tone: "yellow",
    text: "Ein Port, ein Job oder ein Zertifikat schlägt fehl",
    where: () => sql`exists (select 1 from ${running} and m.is_partial = 1)`,
  },
  {
    tone: "yellow",
    text: "AVV fehlt oder ist veraltet",
    where: () => sql`record.avv_status in ('missing', 'outdated')`,
  },
  {
    tone: "yellow",
    text: "Eine Website ist live, aber ohne Vertrag",
    where: () => sql`exists (select 1 from websites as w where w.customer_id = record.id and w.archived_at is null
      and w.lifecycle = 'live' and not exists (
        select 1 from contract_items as i inner join contracts as c on c.id = i.contract_id
        where i.website_id = w.id and i.archived_at is null and c.archived_at is null and c.status = 'active'))`,
  },
  {
    tone: "yellow",
    text: "Kein Ansprechpartner für Notfälle",
    where: (today) => sql`not exists (select 1 from contacts as k where k.customer_id = record.id
      and k.archived_at is null and (k.left_at is null or k.left_at > ${today}) and k.roles like '%"emergency"%')`,
  },
];

const anyOf = (tone: Reason["tone"], today: string) =>
  sql.join(
    reasons.filter((reason) => reason.tone === tone).map(({ where }) => sql`(${where(today)})`),
    sql` or `,
  );

/** „Ampel“ of active customers; nobody has to look after the others. */
export const health = (today: string) => sql`case when record.status <> 'active' then null
  when ${anyOf("red", today)} then 'red' when ${anyOf("yellow", today)} then 'yellow' else 'green' end`;

/** Every reason in words, one after the other. */
export const healthReasons = (today: string) => sql`case when record.status = 'active' then (
  select string_agg(reason, '. ') from (${sql.join(
    reasons.map(({ text, where }) => sql`select case when ${where(today)} then ${text} end as reason`),
    sql` union all `,
  )}) as told where reason is not null) end`;
