import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type FeedCategory,
  type FeedScope,
  feedCategories,
  feedDeadlines,
} from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { type DeadlineKind, deadlineKinds, deadlineRules } from "../../../contract/deadlines/deadlines.ts";
import { closedStatuses } from "../../../contract/feedback/feedback.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { type Reader, readableBy } from "../../records/readable.ts";
import type { Services } from "../../trpc/context.ts";
import { selectDeadlines } from "../dashboard/deadline-sources.ts";
import type { DayEvent } from "./icalendar.ts";

/** How far back and ahead a calendar shows deadlines; renewals of domains go up to two years ahead. */
const daysBack = 90;
const daysAhead = 760;
const maxEvents = 3000;

interface Row {
  kind: DeadlineKind | "pageReview" | "feedbackDue";
  type: RecordType;
  id: string;
  title: string;
  dueOn: string;
  number: string | null;
  holder: string | null;
  customerId: string | null;
  customerTitle: string | null;
  updatedAt: string;
}

interface Wanted {
  scope: FeedScope;
  categories: readonly FeedCategory[];
  /** What addresses of records begin with. */
  origin: string;
}

const otherLabels = { pageReview: "Seite prüfen", feedbackDue: "Feedback fällig" } as const;

const labelOf = (kind: Row["kind"]) =>
  kind === "pageReview" || kind === "feedbackDue" ? otherLabels[kind] : deadlineRules[kind].label;

/** What the parts of a feed have in common. */
const shownColumns = sql.raw("kind, type, id, title, due_on, number, holder, customer_id, mine, updated_at");

/** The deadlines of a feed that its person may read, the oldest first. */
export async function readFeedEvents(
  { db, now }: Pick<Services, "db" | "now">,
  reader: Reader,
  { scope, categories, origin }: Wanted,
): Promise<DayEvent[]> {
  const today = portalDate(now());
  const range = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) };
  const parts = [
    ...deadlineKinds
      .filter((kind) => categories.includes(feedDeadlines[kind]))
      // What has passed is still history in a calendar, whether or not it asks for something.
      .map((kind) => selectDeadlines(kind, { ...range, today: range.from, personId: reader.id }))
      .map((deadlines) => sql`select ${shownColumns} from (${deadlines})`),
    ...(categories.includes("page") ? [selectReviews(reader, range)] : []),
    ...(categories.includes("feedback") ? [selectFeedback(reader, range)] : []),
  ];
  const { rows } = await sql<Row>`
    select d.*, c.title as customer_title from (${sql.join(parts, sql` union all `)}) as d
      left join customers as c on c.id = d.customer_id
    where ${scope === "mine" ? sql`d.mine = 1` : sql`1 = 1`}
    order by d.due_on, d.kind, d.id limit ${maxEvents}`.execute(db);
  return rows.map((row) => toEvent(row, origin));
}

interface Range {
  from: string;
  to: string;
}

function selectReviews(reader: Reader, { from, to }: Range): RawBuilder<unknown> {
  return sql`select 'pageReview' as kind, 'page' as type, record.id as id, record.title as title,
    record.review_at as due_on, null as number, null as holder, null as customer_id,
    coalesce(record.responsible_user_id = ${reader.id}, 0) as mine, record.updated_at as updated_at
    from pages as record where record.archived_at is null and record.is_template = 0
      and record.review_at between ${from} and ${to} and ${readable("page", reader)}`;
}

function selectFeedback(reader: Reader, { from, to }: Range): RawBuilder<unknown> {
  return sql`select 'feedbackDue' as kind, 'feedback' as type, record.id as id, record.title as title,
    record.due_at as due_on, record.number as number, null as holder, null as customer_id,
    coalesce(record.assignee_id = ${reader.id}, 0) as mine, record.updated_at as updated_at
    from feedback as record where record.archived_at is null
      and record.status not in (${sql.join([...closedStatuses])})
      and record.due_at between ${from} and ${to} and ${readable("feedback", reader)}`;
}

const readable = (type: RecordType, reader: Reader) => readableBy(type, reader) ?? sql<SqlBool>`1 = 1`;

const categoryOf = (kind: Row["kind"]): FeedCategory =>
  kind === "pageReview" ? "page" : kind === "feedbackDue" ? "feedback" : feedDeadlines[kind];

const paths: Partial<Record<RecordType, string>> = { page: "wiki", feedback: "feedback" };

function toEvent(row: Row, origin: string): DayEvent {
  const { kind, type, id, title, dueOn, number, holder, customerId, customerTitle, updatedAt } = row;
  const path = type === "contract" ? `/customers/${customerId}/contracts` : `/${paths[type] ?? `${type}s`}/${id}`;
  const url = new URL(path, origin).href;
  return {
    uid: `${kind}-${id}@medium-techcenter`,
    day: dueOn,
    title: `${labelOf(kind)}: ${title}`,
    details: [
      ...(number ? [`Nummer: ${number}`] : []),
      ...(customerTitle && type !== "customer" ? [`Kunde: ${customerTitle}`] : []),
      ...(holder ? [`Bei: ${holder}`] : []),
      url,
    ],
    category: feedCategories[categoryOf(kind)],
    url,
    changedAt: new Date(updatedAt),
  };
}
