import { sql } from "kysely";
import { type IncidentSeverity, maxWaitMs } from "../../../contract/incidents/incidents.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { eachObject } from "../../db/dialect/json.ts";
import { newId } from "../../db/new-id.ts";
import type { Change, Tx } from "../../db/transact.ts";
import { indexRecord } from "../../search/index-record.ts";
import { passClaimIn } from "../claims/claims.ts";
import { writeEntry } from "./entries.ts";
import type { Known } from "./facts.ts";
import type { Effect, Root } from "./grouping.ts";
import { nextIncidentNumber } from "./store.ts";

/** Carries out what was decided of targets that went down. */
export async function applyEffects(
  tx: Tx,
  effects: readonly Effect[],
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const whole = (effect: Effect) => effect.members.flatMap(({ type, id }) => known.get(`${type}:${id}`) ?? []);
  for (const effect of effects) {
    const members = whole(effect);
    if (effect.kind === "open") await open(tx, effect.root, members);
    else if (effect.kind === "join") await join(tx, effect.incidentId, members);
    else await widen(tx, effect, members);
  }
  if (effects.length > 0) tx.wake("incidents");
}

async function open(tx: Tx, root: Root, members: readonly Known[]): Promise<void> {
  const cause = causeOf(members);
  const since = Math.min(...members.map((member) => member.since));
  const id = await insertIncident(tx, {
    title: titleOf(root, members),
    severity: severityOf(members),
    cause,
    kind: "targets",
    root,
    startedAt: new Date(since).toISOString(),
    tellAfter: tellAfter(tx, members),
  });
  await putMembers(tx, id, members);
  await writeEntry(tx, id, { kind: "opened", text: openingText(members, cause) });
}

interface NewIncident {
  title: string;
  severity: IncidentSeverity;
  cause: string | null;
  kind: "targets" | "connectivity";
  root: Root | null;
  startedAt: string;
  tellAfter: string;
}

/** Writes an incident that the portal has found by itself. */
export async function insertIncident(tx: Tx, incident: NewIncident): Promise<string> {
  const id = newId();
  const { title, severity, cause, kind, root, startedAt, tellAfter } = incident;
  const at = tx.now().toISOString();
  await tx.db
    .insertInto("incidents")
    .values({
      id,
      title,
      sortTitle: foldText(title),
      severity,
      cause,
      kind,
      startedAt,
      tellAfter,
      createdAt: at,
      updatedAt: at,
      createdById: null,
      updatedById: null,
      archivedAt: null,
      number: await nextIncidentNumber(tx),
      state: "open",
      endReason: null,
      summary: null,
      endedAt: null,
      rootType: root?.type ?? null,
      rootId: root?.id ?? null,
      rootLabel: root?.label ?? null,
      toldAt: null,
      escalatedAt: null,
      absorbedById: null,
    })
    .execute();
  await noteChange(tx, id, "incident.created");
  return id;
}

/** Takes more into an open incident that explains why they fail. */
export async function join(tx: Tx, id: string, members: readonly Known[], isPartial = false): Promise<void> {
  await putMembers(tx, id, members, isPartial);
  await tellAgain(tx, id, tx.now().toISOString());
  await writeEntry(tx, id, { kind: "joined", text: namesOf(members) });
  await noteChange(tx, id);
}

/** An incident becomes a larger one: the smaller ones that it takes up are over, without a word to anybody. */
async function widen(
  tx: Tx,
  { incidentId: id, root, absorbed }: Extract<Effect, { kind: "widen" }>,
  members: readonly Known[],
): Promise<void> {
  const at = tx.now().toISOString();
  const title = titleOf(root, members);
  await tx.db
    .updateTable("incidents")
    .set((eb) => ({
      title,
      sortTitle: foldText(title),
      severity: severityOf(members),
      cause: causeOf(members),
      updatedAt: at,
      rootType: root.type,
      rootId: root.id,
      rootLabel: root.label,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await putMembers(tx, id, members);
  await tellAgain(tx, id, tellAfter(tx, members));
  for (const other of absorbed) await absorb(tx, { id: other, by: id });
  const text =
    absorbed.length > 0 ? `${namesOf(members)}; ${absorbed.length + 1} Störungen sind nun eine` : namesOf(members);
  await writeEntry(tx, id, { kind: "absorbed", text });
  await noteChange(tx, id, "incident.widened");
}

async function absorb(tx: Tx, { id, by }: { id: string; by: string }): Promise<void> {
  const at = tx.now().toISOString();
  await tx.db
    .updateTable("incidents")
    .set((eb) => ({
      state: "closed",
      endReason: null,
      endedAt: at,
      absorbedById: by,
      tellAfter: null,
      updatedAt: at,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await passMembers(tx, id, by);
  await endMembers(tx, id, at);
  // Whoever has heard of the small one hears of the large one no second time.
  await sql`insert into incident_messages (incident_id, user_id, occasion, at)
    select ${by}, user_id, occasion, at from incident_messages where incident_id = ${id} and occasion in ('opened', 'escalated')
    on conflict do nothing`.execute(tx.db);
  await passClaimIn(tx, { type: "incident", id }, { type: "incident", id: by });
  await writeEntry(tx, id, { kind: "closed", text: "Teil einer größeren Störung" });
  await noteChange(tx, id, "incident.closed");
}

/** Whoever still fails does so no longer as a part of this incident. */
export async function endMembers(tx: Tx, id: string, at: string): Promise<void> {
  await tx.db
    .updateTable("incidentMembers")
    .set({ until: at, status: "ended" })
    .where("incidentId", "=", id)
    .where("until", "is", null)
    .execute();
}

/**
 * Whoever was hit by the small incident is a part of the large one, even if it was back before: status pages, customers and
 * the report read the large one alone. What is in both fails since the earlier of the two.
 */
async function passMembers(tx: Tx, from: string, to: string): Promise<void> {
  const isAnew = sql`(excluded.until is null and incident_members.until is not null)`;
  const newer = (name: string) =>
    sql`${sql.ref(name)} = case when ${isAnew} then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`incident_members.${name}`)} end`;
  const first = (table: string) => sql`coalesce(${sql.ref(`${table}.first_since`)}, ${sql.ref(`${table}.since`)})`;
  await sql`insert into incident_members (incident_id, target_type, target_id, label, customer_id, status, cause,
      certificate, is_flapping, is_partial, since, first_since, until)
    select ${to}, target_type, target_id, label, customer_id, status, cause, certificate, is_flapping, is_partial, since,
      first_since, until from incident_members where incident_id = ${from}
    on conflict (incident_id, target_type, target_id) do update set
      first_since = case when ${first("excluded")} < ${first("incident_members")} then ${first("excluded")}
        else ${first("incident_members")} end,
      ${sql.join(["status", "cause", "is_partial", "since", "until"].map(newer))}`.execute(tx.db);
}

/** Those who came in may be somebody else's: they hear of it once, too. */
async function tellAgain(tx: Tx, id: string, after: string): Promise<void> {
  await tx.db.updateTable("incidents").set({ tellAfter: after }).where("id", "=", id).execute();
}

/** What stands alone waits for what hangs together with it, once; what was found together is told at once. */
function tellAfter(tx: Tx, members: readonly Known[]): string {
  const isAlone = members.length === 1 && (members[0]?.groups.length ?? 0) > 0;
  return new Date(tx.now().getTime() + (isAlone ? maxWaitMs : 0)).toISOString();
}

/**
 * Puts targets into an incident. Those that were in it, were back and are down again fail since now: what fails together
 * is told by these times. When they failed first is kept beside it, for whoever tells of the whole.
 */
export async function putMembers(
  tx: Tx,
  incidentId: string,
  members: readonly Known[],
  isPartial = false,
): Promise<void> {
  const json = JSON.stringify(
    members.map(({ type, id, label, customerId, code, certificate, since }) => ({
      type,
      id,
      label,
      customerId,
      code,
      certificate,
      since: new Date(since).toISOString(),
    })),
  );
  const at = (name: string) => sql`value ->> ${sql.lit(name)}`;
  await sql`insert into incident_members
      (incident_id, target_type, target_id, label, customer_id, status, cause, certificate, is_flapping, is_partial, since, until)
    select ${incidentId}, ${at("type")}, ${at("id")}, ${at("label")}, ${at("customerId")}, 'offline', ${at("code")},
      ${at("certificate")}, 0, ${isPartial ? 1 : 0}, ${at("since")}, null from ${eachObject(json)} as member where true
    on conflict (incident_id, target_type, target_id) do update set status = 'offline', until = null,
      first_since = case when incident_members.until is null then incident_members.first_since
        else coalesce(incident_members.first_since, incident_members.since) end,
      since = case when incident_members.until is null then incident_members.since else excluded.since end,
      cause = excluded.cause, is_partial = excluded.is_partial`.execute(tx.db);
}

/** Keeps history, search and open pages up with an incident. */
export async function noteChange(
  tx: Tx,
  id: string,
  kind?: "incident.created" | "incident.widened" | "incident.resolved" | "incident.closed" | "incident.corrected",
  values: Pick<Change, "before" | "after"> = {},
): Promise<void> {
  if (kind) await tx.record({ kind, subject: { type: "incident", id }, ...values });
  tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type: "incident", id, isNew: kind === "incident.created" }));
  tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
}

/** The highest service level of whom it hits decides; a host that takes many down is never a trifle, a lost domain always serious. */
export function severityOf(members: readonly Pick<Known, "code" | "sla" | "type">[]): IncidentSeverity {
  if (members.some(({ code }) => code === "notDelegated")) return "critical";
  if (members.some(({ sla }) => sla === "premium") || members.length >= 10) return "critical";
  if (members.length > 1 || members.some(({ sla, type }) => sla === "standard" || type === "host")) return "warning";
  return "info";
}

/** What most of them fail with. */
function causeOf(members: readonly Known[]): string | null {
  const counted = [...Map.groupBy(members, ({ text }) => text)].toSorted(([, a], [, b]) => b.length - a.length);
  return counted.find(([text]) => text !== null)?.[0] ?? null;
}

const titles: Record<Root["type"], (label: string) => string> = {
  website: (label) => `${label} ist offline`,
  domain: (label) => `Domain ${label} ist gestört`,
  host: (label) => `Hoster ${label} ist ausgefallen`,
  provider: (label) => `Anbieter ${label} ist gestört`,
  nameservers: (label) => `Nameserver ${label} antworten nicht`,
  certificate: (label) => `Das Zertifikat ${label} gilt nicht`,
};

function titleOf({ type, label }: Root, members: readonly Known[]): string {
  if (type === "domain" && members.some(({ code }) => code === "notDelegated"))
    return `Domain ${label} ist nicht mehr delegiert`.slice(0, 200);
  // A host that answers itself, while all that it serves fails, has not gone: it is disturbed.
  const isThere = type === "host" && !members.some((member) => member.type === "host");
  return (isThere ? `Hoster ${label} ist gestört` : titles[type](label)).slice(0, 200);
}

const maxNamed = 5;

function namesOf(members: readonly Known[]): string {
  const more = members.length - maxNamed;
  const named = members.slice(0, more > 1 ? maxNamed : maxNamed + 1).map(({ label }) => label);
  return new Intl.ListFormat("de").format(more > 1 ? [...named, `${more} weitere`] : named);
}

const openingText = (members: readonly Known[], cause: string | null) =>
  cause ? `${namesOf(members)}: ${cause}` : namesOf(members);
