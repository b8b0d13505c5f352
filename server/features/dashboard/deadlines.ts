import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { type Deadline, type DueList, type DueSummary, soonDays } from "../../../contract/dashboard/dashboard.ts";
import type { listDue as input, nextDeadlines as ofWebsite } from "../../../contract/dashboard/dashboard-input.ts";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { notSnoozed } from "../deadlines/queries.ts";
import { readRows } from "../deadlines/rows.ts";
import { concerns, dueWithin, visibleTo } from "../deadlines/visible.ts";

/** How far back a date still asks for something; older ones are somebody's forgotten entry. */
const overdueDays = 90;

/** What is due or overdue, the oldest first, with how much of it there is for the person and for all. */
export async function listDue(ctx: PersonContext, { whose, limit, days }: z.infer<typeof input>): Promise<DueList> {
  const today = portalDate(ctx.now());
  const range = { from: addDays(today, -overdueDays), today, to: addDays(today, days) };
  const due = sql<SqlBool>`${dueWithin(range)} and ${notSnoozed(ctx.person.id, today)}`;
  const summary = await summarise(ctx, due, today);
  const shown = whose ?? (summary.mine.total > 0 ? "mine" : "all");
  const where = shown === "all" ? due : sql<SqlBool>`${due} and ${concerns(ctx.person.id)}`;
  const rows = await readRows(ctx, { where, limit });
  return { whose: shown, summary, today, deadlines: rows.map((row) => toDeadline(row, ctx)) };
}

/** How far ahead the page of a website looks, and how many dates it names. */
const nextDays = 400;
const maxNext = 5;

/** The next dates of the domains, the hosts and the contracts of a website, those that are over and still ask first. */
export async function listNextOf(ctx: PersonContext, { websiteId }: z.infer<typeof ofWebsite>): Promise<Deadline[]> {
  const today = portalDate(ctx.now());
  const range = { from: addDays(today, -overdueDays), today, to: addDays(today, nextDays) };
  const where = sql<SqlBool>`${dueWithin(range)} and ((d.target_type = 'domain' and d.target_id in (
      select domain_id from website_domains where website_id = ${websiteId}))
    or (d.target_type = 'host' and d.target_id in (
      select host_id from website_hosts where website_id = ${websiteId}))
    or (d.target_type = 'contract' and d.target_id in (
      select contract_id from contract_items where website_id = ${websiteId} and archived_at is null)))`;
  return (await readRows(ctx, { where, limit: maxNext })).map((row) => toDeadline(row, ctx));
}

async function summarise({ db, person }: PersonContext, due: RawBuilder<SqlBool>, today: string) {
  const soonTo = addDays(today, soonDays);
  const { rows } = await sql<DueSummary & { mine: 0 | 1 }>`
    select mine, count(*) as total, sum(due_on < ${today}) as overdue,
      sum(due_on between ${today} and ${soonTo}) as soon,
      max(case when due_on between ${today} and ${soonTo} then due_on end) as soon_until
    from (select coalesce(${concerns(person.id)}, 0) as mine, d.due_on as due_on from deadlines as d
      where ${visibleTo(person)} and ${due}) group by mine`.execute(db);
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

function toDeadline(row: DeadlineRow, { person }: PersonContext): Deadline {
  const { id, label, target, responsible, targetVersion } = row;
  const reminded = responsible?.isActive && responsible.id !== person.id ? responsible : null;
  return {
    ...row,
    record: target ?? { type: "deadline", id, label },
    ...(target?.type === "domain" &&
      row.actions.includes("decide") &&
      targetVersion !== null && { toDecide: targetVersion }),
    toRemind: reminded && { id: reminded.id, label: reminded.label },
  };
}
