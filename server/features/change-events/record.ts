import { sql } from "kysely";
import {
  type ChangeEventKind,
  type ChangeSource,
  type ChangeTargetType,
  kindTraits,
} from "../../../contract/change-events/change-events.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { activeUsers, fallbackAmong } from "../../db/active-users.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { tableOf } from "../../records/tables.ts";
import { presentOrNext } from "../maintenance/occurrences.ts";
import { targetsOf } from "../maintenance/quiet.ts";

export interface NewChangeEvent {
  source: ChangeSource;
  kind: ChangeEventKind;
  target: { type: ChangeTargetType; id: string };
  /** Which part of it, such as the name of a DNS record. */
  part?: string;
  before: readonly string[] | null;
  after: readonly string[] | null;
  /** When it was noticed; now unless said otherwise. */
  at?: string;
  /** Somebody has decided it in the portal, so that nobody needs to be told. */
  isDecided?: boolean;
}

interface Concerned {
  title: string;
  customerId: string | null;
  responsibleUserId: string | null;
}

/**
 * Keeps what a machine noticed about records, within the transaction that changes what is known of them: a change is
 * told once. What falls into a maintenance window was planned; of the rest the bad ones are told to the team's rooms and to
 * whoever is responsible, for the record or else its customer, or follows; where that is nobody, to the maintainers.
 */
export async function recordChangeEvents(tx: Tx, events: readonly NewChangeEvent[]): Promise<void> {
  const untold = new Map<string, NewChangeEvent[]>();
  const stirring: NewChangeEvent[] = [];
  for (const event of events) {
    const { source, kind, target, part = null, before, after, at = tx.now().toISOString() } = event;
    const isPlanned = event.isDecided === true || (await isExpected(tx, target, at));
    await tx.db
      .insertInto("changeEvents")
      .values({
        id: newId(),
        source,
        kind,
        targetType: target.type,
        targetId: target.id,
        part,
        at,
        beforeJson: before && JSON.stringify(before),
        afterJson: after && JSON.stringify(after),
        isPlanned: isPlanned ? 1 : 0,
      })
      .execute();
    if (target.type === "domain" && kindTraits[kind].stirs) stirring.push(event);
    if (isPlanned || !kindTraits[kind].alarms) continue;
    const key = `${target.type}:${target.id}`;
    untold.set(key, [...(untold.get(key) ?? []), event]);
  }
  for (const [first, ...more] of untold.values()) if (first) await tell(tx, [first, ...more]);
  // Who is told of a domain is stirred by that.
  const quiet = stirring.filter(({ target }) => !untold.has(`domain:${target.id}`));
  for (const [id, own] of Map.groupBy(quiet, ({ target }) => target.id)) await stir(tx, id, own);
}

async function stir(tx: Tx, id: string, events: readonly NewChangeEvent[]): Promise<void> {
  const target = { type: "domain", id } as const;
  const concerned = await readConcerned(tx, target);
  if (!concerned) return;
  const kinds = [...new Set(events.map(({ kind }) => kindTraits[kind].label))];
  const people = await namedFor(tx, target, concerned);
  signalDomain(tx, { id, name: concerned.title }, { kinds, people });
}

/** Whether a domain is moving, or a maintenance window covers it at that time, silent or not. */
export async function isExpected(tx: Tx, { type, id }: NewChangeEvent["target"], at: string): Promise<boolean> {
  if (type === "domain") {
    const domain = await tx.db.selectFrom("domains").select("movingUntil").where("id", "=", id).executeTakeFirst();
    if (domain?.movingUntil && portalDate(new Date(at)) <= domain.movingUntil) return true;
  }
  const windows = await tx.db
    .selectFrom("maintenanceWindows")
    .select(["scopeType", "scopeIds", "startsAt", "endsAt", "rrule"])
    .where("overAt", ">", at)
    .execute();
  for (const window of windows) {
    const span = presentOrNext(window, new Date(at));
    if (!span || span.from.toISOString() > at) continue;
    if (window.scopeType === "all") return true;
    const covered = sql`select 1 from (${targetsOf(window.scopeType, window.scopeIds)}) as covered where type = ${type} and id = ${id}`;
    if ((await covered.execute(tx.db)).rows.length > 0) return true;
  }
  return false;
}

async function tell(tx: Tx, events: readonly [NewChangeEvent, ...NewChangeEvent[]]): Promise<void> {
  const [{ target }] = events;
  const concerned = await readConcerned(tx, target);
  if (!concerned) return;
  const kinds = [...new Set(events.map(({ kind }) => kindTraits[kind].label))];
  const people = await readersOf(tx, target, concerned);
  const isCertificate = events.every(({ source }) => source === "certificate");
  const category = isCertificate ? "certificate" : target.type === "domain" ? "domain" : "website";
  const { news } = kindTraits[events[0].kind];
  const isNews = news !== undefined && kinds.length === 1;
  const title = `${isNews ? news : `${kinds.slice(0, 2).join(", ")} geändert`}: ${concerned.title}`;
  const link = `${declarationOf(target.type).path}/${target.id}/timeline`;
  for (const forUserId of people)
    await notify(tx, {
      forUserId,
      title,
      category,
      link,
      message: events.slice(0, 3).map(sentence).join("<br>"),
      severity: isCertificate || isNews ? "normal" : "critical",
      groupKey: groupKeyOf(events[0]),
      asksForAction: true,
    });
  if (target.type === "domain") signalDomain(tx, { id: target.id, name: concerned.title }, { kinds, people });
  await announceToTeam(tx, {
    topicKey: `changed:${target.type}:${target.id}`,
    state: "once",
    category,
    severity: "warning",
    title,
    link,
    text: "",
    facts: events.slice(0, 3).map((event) => ({ label: kindTraits[event.kind].label, value: valuesOf(event) })),
    customerIds: concerned.customerId ? [concerned.customerId] : [],
    toldUserIds: [...people],
  });
}

/** One certificate for a hundred websites that has another issuer is one piece of news. */
function groupKeyOf({ source, kind, target, after }: NewChangeEvent): string {
  if (source === "certificate") return `changed:${kind}:${after?.join() ?? ""}`;
  return `changed:${target.type}:${target.id}`;
}

function signalDomain(
  tx: Tx,
  domain: { id: string; name: string },
  { kinds, people }: { kinds: readonly string[]; people: ReadonlySet<string> },
): void {
  const payload = { domain, changed: kinds.slice(0, 10) };
  tx.signal({ event: "domainChanged", payload });
  for (const toUserId of people)
    tx.signal({ event: "domainChanged", payload: { ...payload, isYours: true }, toUserId });
}

/** Values that not everybody may see stay out of mails. */
function sentence({ kind, part, before, after }: NewChangeEvent): string {
  const { label } = kindTraits[kind];
  const about = part ? `${label} (${part})` : label;
  return `<b>${escapeHtml(about)}</b>: ${escapeHtml(valuesOf({ kind, before, after }))}`;
}

function valuesOf({ kind, before, after }: Pick<NewChangeEvent, "kind" | "before" | "after">): string {
  const say = (values: readonly string[] | null) => (values?.length ? values.join(", ") : "nichts").slice(0, 300);
  return kindTraits[kind].ability ? "geändert" : `${say(before)} → ${say(after)}`;
}

async function readConcerned(tx: Tx, { type, id }: NewChangeEvent["target"]): Promise<Concerned | undefined> {
  const row = await dynamic(tx.db)
    .selectFrom(tableOf(type))
    .select(["title", "customerId", "responsibleUserId"])
    .where("id", "=", id)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const idOf = (value: unknown) => (value ? String(value) : null);
  const customerId = idOf(row.customerId);
  const responsibleUserId = idOf(row.responsibleUserId) ?? (await responsibleForCustomer(tx, customerId));
  return { title: row.title, customerId, responsibleUserId };
}

async function responsibleForCustomer(tx: Tx, customerId: string | null): Promise<string | null> {
  if (!customerId) return null;
  const customer = await tx.db
    .selectFrom("customers")
    .select("responsibleUserId")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return customer?.responsibleUserId ?? null;
}

/** Whoever is responsible or follows. */
async function namedFor(tx: Tx, { type, id }: NewChangeEvent["target"], { responsibleUserId }: Concerned) {
  const followers = await tx.db
    .selectFrom("recordFollowers")
    .select("userId")
    .where("recordType", "=", type)
    .where("recordId", "=", id)
    .execute();
  return new Set([...(responsibleUserId ? [responsibleUserId] : []), ...followers.map(({ userId }) => userId)]);
}

async function readersOf(tx: Tx, target: NewChangeEvent["target"], concerned: Concerned) {
  const named = await namedFor(tx, target, concerned);
  const team = await activeUsers(tx.db).select(["id", "role"]).where("joinedAt", "is not", null).execute();
  const people = team.filter(({ id }) => named.has(id));
  return new Set((people.length > 0 ? people : fallbackAmong(team)).map(({ id }) => id));
}
