import { type SqlBool, sql } from "kysely";
import { cancelKinds, type DeadlineKind, deadlineLabel } from "../../../contract/deadlines/deadlines.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import type { NotificationCategory } from "../../../contract/notifications/notification-categories.ts";
import { channels, notificationCategories } from "../../../contract/notifications/notification-categories.ts";
import { type NotificationPreferences, wants } from "../../../contract/notifications/notification-preferences.ts";
import { distanceText, lastLeadBy, maxLead, remindedDay, usualLeadsOf } from "../../../contract/reminders/reminders.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { reachable } from "../../notifications/preferences.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { visibleTo } from "../deadlines/visible.ts";
import { type Concern, type Recipient, readTeam, recipientsOf } from "./recipients.ts";
import { tellRooms } from "./tell-rooms.ts";

type Reminding = Pick<Services, "db" | "now" | "live">;

/** Days after which nobody is reminded of what is overdue any more. */
const overdueDays = 60;

interface Candidate extends Concern {
  id: string;
  kind: DeadlineKind;
  label: string | null;
  title: string | null;
  dueOn: string;
  cancelBy: string | null;
  leadDaysJson: string | null;
  customerId: string | null;
}

interface Due {
  deadline: Candidate;
  lead: number;
  countedOn: string;
}

/**
 * Tells everybody of the deadlines whose next reminder has come, in one notification for what they want to hear of in
 * the same ways. Of several reminders that came while no portal ran only the last is sent. May be called again at any
 * time: what somebody was told is a row with the notification, written together or not at all. With `changedSince` it
 * looks only at what was written since then.
 */
export async function remindOfDeadlines(services: Reminding, changedSince?: Date): Promise<number> {
  const { db, now } = services;
  const today = portalDate(now());
  const { leads: settled } = await readSettings(db, "deadlines");
  const team = await readTeam(db);
  const due = new Map<Recipient, Due[]>();
  for (const deadline of await readCandidates(services, today, changedSince)) {
    const usual = settled[deadline.kind] ?? usualLeadsOf(deadline.kind);
    const leads = deadline.leadDaysJson ? JSON.parse(deadline.leadDaysJson) : usual;
    const dates = { dueOn: deadline.dueOn, cancelBy: deadline.cancelBy };
    for (const calendar of team.calendars) {
      const lead = lastLeadBy(today, { dates, leads, calendar });
      if (lead === undefined) continue;
      for (const person of recipientsOf(deadline, lead, team))
        if (person.calendar === calendar)
          due.set(person, [...(due.get(person) ?? []), { deadline, lead, countedOn: remindedDay(dates) }]);
    }
  }
  let told = 0;
  for (const [person, all] of due) if (await tell(services, person, all, today)) told += 1;
  return told;
}

/** Deadlines that still ask, whose cancel-by has no deadline of its own, with who takes care of them. */
async function readCandidates({ db, now }: Reminding, today: string, since?: Date): Promise<Candidate[]> {
  const at = now().toISOString();
  const { rows } = await sql<Candidate>`
    select d.id, d.kind, d.label, d.title, d.due_on, d.lead_days_json, d.customer_id, d.responsible_user_id, d.concerned_user_id,
      case when d.cancel_by >= ${today} then d.cancel_by end as cancel_by,
      case d.target_type when 'task' then (select t.assignee_group from tasks as t where t.id = d.target_id) end as "group",
      (select c.user_id from claims as c where c.ends_at > ${at}
        and (c.subject_type, c.subject_id) = (case d.target_type when 'task' then 'task' else 'deadline' end,
          case d.target_type when 'task' then d.target_id else d.id end)) as claimed_by
    from deadlines as d
    where d.state = 'open' and d.archived = 0 and d.quiet = 0
      and d.due_on between ${addDays(today, -overdueDays)} and ${addDays(today, maxLead)}
      and (d.asks_until is null or d.asks_until >= ${today})
      ${since ? sql`and d.updated_at >= ${since.toISOString()}` : sql``}
      and not (d.due_on > coalesce(d.cancel_by, d.due_on) and exists (select 1 from deadlines as o
        where o.target_type = d.target_type and o.target_id = d.target_id and o.state = 'open' and o.id <> d.id
          and o.due_on = d.cancel_by and o.due_on >= ${today}))
    order by d.due_on, d.title, d.id`.execute(db);
  return rows;
}

/** Tells a person what they have not been told of yet; false where there is nothing. */
async function tell(services: Reminding, person: Recipient, all: readonly Due[], today: string): Promise<boolean> {
  return transact(systemContext(services), async (tx) => {
    const ids = idsIn(JSON.stringify(all.map(({ deadline }) => deadline.id)));
    const { rows: told } = await sql<{ deadlineId: string; countedOn: string; lead: number }>`
      select deadline_id, counted_on, min(lead) as lead from reminders
      where user_id = ${person.id} and deadline_id in ${ids}
      group by deadline_id, counted_on`.execute(tx.db);
    const { rows: visible } = await sql<{ id: string }>`
      select d.id from deadlines as d
      where d.id in ${ids} and ${visibleTo(person)} and ${sql<SqlBool>`not exists (
        select 1 from deadline_snoozes as s where s.deadline_id = d.id and s.user_id = ${person.id} and s.until > ${today})`}`.execute(
      tx.db,
    );
    const seen = new Set(visible.map(({ id }) => id));
    const news = all.filter((due) => seen.has(due.deadline.id) && !isIn(told, due));
    if (news.length === 0) return false;
    const { rows: known } = await sql<{ deadlineId: string; countedOn: string; lead: number }>`
      select deadline_id, counted_on, min(lead) as lead from reminders where deadline_id in ${ids}
      group by deadline_id, counted_on`.execute(tx.db);
    const unheard = news.filter((due) => !isIn(known, due));
    await tellRooms(
      tx,
      unheard.map(({ deadline }) => deadline),
      today,
    );
    for (const { deadline, lead, countedOn } of news)
      await tx.db
        .insertInto("reminders")
        .values({ deadlineId: deadline.id, countedOn, lead, userId: person.id, sentOn: today })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const preferences = (await reachable(tx.db, person.id))?.preferences;
    if (!preferences) return false;
    for (const part of byChannels(news, preferences))
      await notify(tx, {
        ...sentenceOf(part, today),
        forUserId: person.id,
        category: categoryOf(part[0]?.deadline.kind),
        link: "/",
        asksForAction: true,
      });
    return true;
  });
}

/** Whether this reminder or a later one was sent. */
const isIn = (
  sent: readonly { deadlineId: string; countedOn: string; lead: number }[],
  { deadline, lead, countedOn }: Due,
) => sent.some((row) => row.deadlineId === deadline.id && row.countedOn === countedOn && row.lead <= lead);

/** What a reminder of a kind counts among. */
function categoryOf(kind: DeadlineKind | undefined): NotificationCategory {
  if (kind === "contractEnd" || kind === "contractCancel") return "contract";
  if (kind === "task") return "task";
  if (kind === "wikiReview") return "wiki";
  if (kind && ["warrantyEnd", "leasingEnd", "deviceReturn", "deviceAudit"].includes(kind)) return "device";
  return "deadline";
}

/** One part for all that a person wants to hear of in the same ways. */
function byChannels(news: readonly Due[], preferences: NotificationPreferences): Due[][] {
  const waysOf = (category: NotificationCategory) =>
    channels.map((channel) => Number(wants(preferences, category, channel))).join("");
  const ways = new Map(notificationCategories.map((category) => [category, waysOf(category)]));
  const parts = new Map<string | undefined, Due[]>();
  for (const due of news) {
    const way = ways.get(categoryOf(due.deadline.kind));
    parts.set(way, [...(parts.get(way) ?? []), due]);
  }
  return [...parts.values()];
}

const maxNamed = 12;

/** „Heute: 5 Fristen, 2 davon Kündigungsfristen“, with a row for each. */
function sentenceOf(news: readonly Due[], today: string): { title: string; message: string } {
  const rows = news.slice(0, maxNamed).map(({ deadline }) => {
    const label = deadline.label ?? deadlineLabel(deadline.kind);
    const name = deadline.title
      ? `<b>${escapeHtml(deadline.title)}</b>: ${escapeHtml(label)}`
      : `<b>${escapeHtml(label)}</b>`;
    return `${name}, ${distanceText(deadline, today)} (${formatCalendarDate(remindedDay(deadline))})`;
  });
  const more = news.length > maxNamed ? [`und ${news.length - maxNamed} weitere`] : [];
  const message = [...rows, ...more].join("<br>");
  const [only] = news;
  if (only && news.length === 1) {
    const { label, kind, title } = only.deadline;
    const name = [title, label ?? deadlineLabel(kind)].filter(Boolean).join(": ");
    return { title: `${name}, ${distanceText(only.deadline, today)}`, message };
  }
  const toCancel = news.filter(({ deadline }) => cancelKinds.includes(deadline.kind)).length;
  const ofThem =
    toCancel === 0 ? "" : `, ${toCancel} davon ${toCancel === 1 ? "Kündigungsfrist" : "Kündigungsfristen"}`;
  return { title: `Heute: ${news.length} Fristen${ofThem}`, message };
}

const changesMs = hourMs;

/** Tells of deadlines that were entered or moved since this morning's reminders, which is at once as people see it. */
export async function remindOfChanges(services: Reminding): Promise<number> {
  const { db, now } = services;
  const morning = await db.selectFrom("jobRuns").select("startedAt").where("name", "=", "reminders").executeTakeFirst();
  // Before the morning's reminders of a day it would only be earlier than people want to hear of it.
  if (!morning || portalDate(new Date(morning.startedAt)) !== portalDate(now())) return 0;
  return remindOfDeadlines(services, new Date(now().getTime() - changesMs));
}
