import { sql } from "kysely";
import { escapeHtml } from "../../../contract/document/html.ts";
import type { EndReason, IncidentSeverity } from "../../../contract/incidents/incidents.ts";
import type { IncidentMessageTable } from "../../db/tables/incidents.ts";
import type { Tx } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";

export type Occasion = IncidentMessageTable["occasion"];

/** What is told of an incident. */
export interface ToldIncident {
  id: string;
  number: number;
  title: string;
  severity: IncidentSeverity;
  kind: "targets" | "connectivity" | "manual";
  cause: string | null;
}

const endings: Record<EndReason, { word: string; text: string }> = {
  fixed: { word: "Behoben", text: "ist vorbei" },
  falseAlarm: { word: "Falscher Alarm", text: "war ein falscher Alarm" },
  known: { word: "Bekannt", text: "ist bekannt und wird nicht weiter verfolgt" },
};

/** Tells everybody who heard of an incident that it is over, and how. */
export async function tellEnd(tx: Tx, id: string, reason: EndReason): Promise<void> {
  const incident = await readIncident(tx, id);
  const { word, text } = endings[reason];
  const rows = await tx.db
    .selectFrom("incidentMessages")
    .select("userId")
    .distinct()
    .where("incidentId", "=", id)
    .where("occasion", "in", ["opened", "escalated"])
    .orderBy("userId")
    .execute();
  await tell(tx, incident, {
    occasion: "resolved",
    people: rows.map(({ userId }) => userId),
    title: `${word}: ${incident.title}`,
    message: `Störung #${incident.number} ${text}.`,
  });
}

interface Telling {
  occasion: Occasion;
  people: readonly string[];
  title: string;
  message: string;
}

/** Writes to each person once for an occasion; returns those who had not heard of it yet. */
export async function tell(
  tx: Tx,
  incident: ToldIncident,
  { occasion, people, title, message }: Telling,
): Promise<string[]> {
  const at = tx.now().toISOString();
  const told: string[] = [];
  for (const userId of people) {
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto("incidentMessages")
      .values({ incidentId: incident.id, userId, occasion, at })
      .onConflict((conflict) => conflict.columns(["incidentId", "userId", "occasion"]).doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) continue;
    told.push(userId);
    await notify(tx, {
      forUserId: userId,
      title,
      message,
      category: "incident",
      link: `/incidents/${incident.id}`,
      ...(incident.severity === "critical" && occasion !== "resolved" && { severity: "critical" }),
      ...(occasion !== "resolved" && { asksForAction: true }),
    });
  }
  await tellListeners(tx, { incidentId: incident.id, occasion, people: told });
  return told;
}

interface Told {
  incidentId: string;
  occasion: Occasion | "claimed";
  people: readonly string[];
}
type ToldListener = (tx: Tx, told: Told) => Promise<void>;
const listeners = new Set<ToldListener>();

/** For channels beside people: called within the transaction in which an incident is told, once for each occasion, or claimed. */
export function onIncidentTold(listener: ToldListener): void {
  listeners.add(listener);
}

/** Nobody is told of who takes care of an incident; what was said of it elsewhere may follow. */
export const tellClaim = (tx: Tx, incidentId: string) =>
  tellListeners(tx, { incidentId, occasion: "claimed", people: [] });

async function tellListeners(tx: Tx, told: Told): Promise<void> {
  for (const listen of listeners) await listen(tx, told);
}

const maxNamed = 5;

/** Whom it hits and why, as HTML. */
export async function describe(tx: Tx, { id, cause, kind }: ToldIncident): Promise<string> {
  if (kind === "connectivity")
    return "Auch die Gegenproben antworten nicht. Bis das Portal wieder nach draußen kommt, gilt alles Überwachte als unbekannt.";
  const { rows } = await sql<{ label: string; total: number }>`
    select m.label, count(*) over () as total from incident_members as m left join customers as c on c.id = m.customer_id
    where m.incident_id = ${id} and m.until is null
    order by case c.sla_level when 'premium' then 0 when 'standard' then 1 else 2 end, m.label limit ${maxNamed}`.execute(
    tx.db,
  );
  const total = rows[0]?.total ?? 0;
  const names = rows.map(({ label }) => `<b>${escapeHtml(label)}</b>`);
  const whom = total > names.length ? `${names.join(", ")} und ${total - names.length} weitere` : names.join(", ");
  const { hit, standing } = whom ? await extentOf(tx, id) : {};
  const told = hit ? `Betroffen: ${hit}. ${whom}.` : whom && `Betroffen: ${whom}.`;
  const why = cause ? `${escapeHtml(cause)}.` : "";
  return [standing && `Darauf: ${standing}.`, told, why].filter(Boolean).join(" ") || "Von Hand gemeldet.";
}

/** How many websites of how many customers an incident hits; of a host that is hit alone, what stands on it. */
async function extentOf(tx: Tx, id: string): Promise<{ hit?: string; standing?: string }> {
  const { rows } = await sql<Record<"isHost" | "hit" | "hitCustomers" | "standing" | "standingCustomers", number>>`
    with hit as (select target_id, customer_id from incident_members
        where incident_id = ${id} and target_type = 'website' and until is null),
      standing as (select distinct w.id, w.customer_id from incidents as i
          join website_hosts as l on l.host_id = i.root_id and l.role <> 'mail'
          join websites as w on w.id = l.website_id and w.archived_at is null and w.lifecycle = 'live'
        where i.id = ${id} and i.root_type = 'host')
    select (select count(*) from incidents where id = ${id} and root_type = 'host') as is_host,
      (select count(*) from hit) as hit, (select count(distinct customer_id) from hit) as hit_customers,
      (select count(*) from standing) as standing,
      (select count(distinct customer_id) from standing) as standing_customers`.execute(tx.db);
  const [found] = rows;
  if (!found) return {};
  if (found.hit > 1 || (found.isHost > 0 && found.hit > 0)) return { hit: countText(found.hit, found.hitCustomers) };
  return found.hit === 0 && found.standing > 0 ? { standing: countText(found.standing, found.standingCustomers) } : {};
}

function countText(websites: number, customers: number): string {
  const counted = websites === 1 ? "1 Website" : `${websites} Websites`;
  return customers === 0 ? counted : `${counted} von ${customers} Kunden`;
}

async function readIncident(tx: Tx, id: string): Promise<ToldIncident> {
  return tx.db
    .selectFrom("incidents")
    .select(["id", "number", "title", "severity", "kind", "cause"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export async function namesOf(tx: Tx, userIds: readonly string[]): Promise<string> {
  const rows = await tx.db
    .selectFrom("users")
    .select("name")
    .where("id", "in", [...userIds])
    .orderBy("name")
    .execute();
  return new Intl.ListFormat("de").format(rows.map(({ name }) => name));
}
