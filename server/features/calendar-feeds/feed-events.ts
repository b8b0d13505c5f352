import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type CalendarFeed,
  feedCategories,
  feedColors,
  feedDeadlines,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { type DeadlineKind, deadlineKinds, deadlineLabel } from "../../../contract/deadlines/deadlines.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { Reader } from "../../records/readable.ts";
import type { Services } from "../../trpc/context.ts";
import { holderOf, hrefOf, numberOf } from "../deadlines/rows.ts";
import { isOf, visibleTo } from "../deadlines/visible.ts";
import type { DayEvent } from "./icalendar.ts";

/** How far back and ahead a calendar shows deadlines; renewals of domains go up to two years ahead. */
const daysBack = 90;
const daysAhead = 760;
const maxEvents = 3000;

interface Row {
  id: string;
  kind: DeadlineKind;
  state: string;
  label: string | null;
  targetType: string | null;
  targetId: string | null;
  title: string | null;
  dueOn: string;
  number: string | null;
  holder: string | null;
  customerId: string | null;
  customerTitle: string | null;
  updatedAt: string;
}

interface Wanted extends Pick<CalendarFeed, "scope" | "team" | "customer" | "categories" | "alarmDays"> {
  /** What URLs of records begin with. */
  origin: string;
}

/** The deadlines of a feed that its person may read, the oldest first. */
export async function readFeedEvents(
  { db, now }: Pick<Services, "db" | "now">,
  reader: Reader,
  { origin, alarmDays, ...wanted }: Wanted,
): Promise<DayEvent[]> {
  const today = portalDate(now());
  const kinds = deadlineKinds.filter((kind) => wanted.categories.includes(feedDeadlines[kind]));
  // What has passed is still history in a calendar, whether or not it asks for something.
  const shown = sql<SqlBool>`(d.state = 'open' or (d.state in ('done', 'renewed') and d.due_on < ${today}))
    and d.due_on between ${addDays(today, -daysBack)} and ${addDays(today, daysAhead)}`;
  const { rows } = await sql<Row>`
    select d.id, d.kind, d.state, d.label, d.target_type, d.target_id, d.title, d.due_on, d.customer_id, d.updated_at,
      ${numberOf} as number, ${holderOf} as holder, c.title as customer_title
    from deadlines as d left join customers as c on c.id = d.customer_id
    where ${shown} and d.kind in (${sql.join(kinds)}) and ${visibleTo(reader)}
      and ${inScope(reader, wanted)}
    order by d.due_on, d.kind, d.id limit ${maxEvents}`.execute(db);
  return rows.map((row) => ({
    ...toEvent(row, origin),
    // What is over reminds nobody any more.
    ...(alarmDays !== null && row.state === "open" && row.dueOn >= today && { alarmDays }),
  }));
}

/** Leaves the deadlines `d` that a feed is about. A team has those of its people, its tasks, and maintainers what is nobody's. */
function inScope(reader: Reader, { scope, team, customer }: Omit<Wanted, "origin" | "alarmDays">): RawBuilder<SqlBool> {
  if (scope === "mine") return isOf(reader);
  if (scope === "customer") return sql<SqlBool>`d.customer_id = ${customer?.id ?? ""}`;
  if (scope === "all") return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(d.responsible_user_id in (select id from users where role = ${team} and deactivated_at is null)
    or (d.target_type = 'task' and d.target_id in (select id from tasks where assignee_group = ${team}))
    ${team === "maintainer" ? sql`or (d.responsible_user_id is null and d.target_type is distinct from 'task')` : sql``})`;
}

function toEvent(row: Row, origin: string): DayEvent {
  const { id, kind, state, targetType, targetId, title, dueOn, number, holder, customerTitle, updatedAt } = row;
  const url = new URL(hrefOf(row), origin).href;
  const label = row.label ?? deadlineLabel(kind);
  // A calendar moves what is open with its date, and keeps the terms before as they were.
  const key = state === "open" && kind !== "custom" && targetId ? targetId : id;
  return {
    uid: `${kind}-${key}@medium-techcenter`,
    day: dueOn,
    title: title ? `${label}: ${title}` : label,
    details: [
      ...(number ? [`Nummer: ${number}`] : []),
      ...(customerTitle && targetType !== "customer" ? [`Kunde: ${customerTitle}`] : []),
      ...(holder ? [`Bei: ${holder}`] : []),
      url,
    ],
    category: feedCategories[feedDeadlines[kind]],
    color: feedColors[feedDeadlines[kind]],
    url,
    changedAt: new Date(updatedAt),
  };
}
