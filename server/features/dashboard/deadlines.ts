import { sql } from "kysely";
import type { z } from "zod";
import { type Deadline, type DueList, type DueSummary, soonDays } from "../../../contract/dashboard/dashboard.ts";
import type { listDue as input, nextDeadlines as ofWebsite } from "../../../contract/dashboard/dashboard-input.ts";
import { type DeadlineKind, daysBetween, deadlineKinds } from "../../../contract/deadlines/deadlines.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { addressOf, selectDeadlines } from "./deadline-sources.ts";

/** How far back a date still asks for something; older ones are somebody's forgotten entry. */
const overdueDays = 90;

interface Row {
  kind: DeadlineKind;
  type: RecordType;
  id: string;
  title: string;
  number: string | null;
  holder: string | null;
  dueOn: string;
  customerId: string | null;
  customerTitle: string | null;
  version: number;
  decision: string | null;
  remindedId: string | null;
  remindedName: string | null;
}

/** What is due or overdue, the oldest first, with how much of it there is for the person and for all. */
export async function listDue(ctx: PersonContext, { whose, limit, days }: z.infer<typeof input>): Promise<DueList> {
  const today = portalDate(ctx.now());
  const range = { from: addDays(today, -overdueDays), today, to: addDays(today, days) };
  const parts = deadlineKinds.map((kind) => selectDeadlines(kind, { ...range, personId: ctx.person.id }));
  const all = sql`(select due.* from (${sql.join(parts, sql` union all `)}) as due where not exists (
    select 1 from deadline_snoozes as s where s.user_id = ${ctx.person.id} and s.kind = due.kind
      and s.record_id = due.id and s.until > ${today}))`;
  const summary = await summarise(ctx, all, today);
  const shown = whose ?? (summary.mine.total > 0 ? "mine" : "all");
  const { rows } = await sql<Row>`
    select d.*, c.title as customer_title, u.name as reminded_name
    from ${all} as d left join customers as c on c.id = d.customer_id
      left join users as u on u.id = d.reminded_id and u.id <> ${ctx.person.id} and u.deactivated_at is null
    where ${shown === "all" ? sql`1 = 1` : sql`d.mine`} order by d.due_on, d.title, d.id limit ${limit}`.execute(
    ctx.db,
  );
  return { whose: shown, summary, today, deadlines: rows.map((row) => toDeadline(row, today, ctx)) };
}

/** How far ahead the page of a website looks, and how many dates it names. */
const nextDays = 400;
const maxNext = 5;

/** The next dates of the domains, the hosts and the contracts of a website, those that are over and still ask first. */
export async function listNextOf(ctx: PersonContext, { websiteId }: z.infer<typeof ofWebsite>): Promise<Deadline[]> {
  const today = portalDate(ctx.now());
  const range = { from: addDays(today, -overdueDays), today, to: addDays(today, nextDays), personId: ctx.person.id };
  const parts = deadlineKinds.map((kind) => selectDeadlines(kind, range));
  const { rows } = await sql<Row>`
    select d.*, c.title as customer_title, null as reminded_name
    from (${sql.join(parts, sql` union all `)}) as d left join customers as c on c.id = d.customer_id
    where d.id in (
      select domain_id from website_domains where website_id = ${websiteId}
      union all select host_id from website_hosts where website_id = ${websiteId}
      union all select contract_id from contract_items where website_id = ${websiteId} and archived_at is null)
    order by d.due_on, d.title, d.id limit ${maxNext}`.execute(ctx.db);
  return rows.map((row) => toDeadline(row, today, ctx));
}

async function summarise(ctx: PersonContext, all: ReturnType<typeof sql>, today: string) {
  const soonTo = addDays(today, soonDays);
  const { rows } = await sql<DueSummary & { mine: 0 | 1 }>`
    select d.mine as mine, count(*) as total, sum(d.due_on < ${today}) as overdue,
      sum(d.due_on between ${today} and ${soonTo}) as soon,
      max(case when d.due_on between ${today} and ${soonTo} then d.due_on end) as soon_until
    from ${all} as d group by d.mine`.execute(ctx.db);
  const nothing: DueSummary = { total: 0, overdue: 0, soon: 0, soonUntil: null };
  const [mine = nothing, others = nothing] = [1, 0].map((one) => rows.find((row) => row.mine === one));
  return { mine: summaryOf(mine), all: summaryOf(mine, others) };
}

function summaryOf(...parts: readonly DueSummary[]): DueSummary {
  const sum = (of: (part: DueSummary) => number) => parts.reduce((total, part) => total + of(part), 0);
  const dates = parts.flatMap(({ soonUntil }) => soonUntil ?? []).sort();
  return {
    total: sum(({ total }) => total),
    overdue: sum(({ overdue }) => overdue),
    soon: sum(({ soon }) => soon),
    soonUntil: dates.at(-1) ?? null,
  };
}

function toDeadline(row: Row, today: string, { person }: PersonContext): Deadline {
  const mayDecide = row.decision === "open" && hasAbility(person.role, "editRecords");
  return {
    kind: row.kind,
    record: { id: row.id, label: row.title, type: row.type },
    number: row.number,
    holder: row.holder,
    href: addressOf(row),
    customer: row.customerId ? { id: row.customerId, label: row.customerTitle ?? "" } : null,
    dueOn: row.dueOn,
    days: daysBetween(today, row.dueOn),
    ...(mayDecide && { toDecide: row.version }),
    toRemind: row.remindedId && row.remindedName ? { id: row.remindedId, label: row.remindedName } : null,
  };
}
