import { type SqlBool, sql } from "kysely";
import type { Deadline, DueSummary, Whose } from "../../../contract/dashboard/dashboard.ts";
import type { Need, NeedAct } from "../../../contract/dashboard/needs.ts";
import { rankScore, type SlaLevel, slaOf } from "../../../contract/dashboard/rank.ts";
import {
  type DeadlineKind,
  daysBetween,
  deadlineRule,
  overText,
  ruleKinds,
} from "../../../contract/deadlines/deadlines.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { hasTerm } from "../../../contract/terms/term-types.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { prepareForReader, type Reader } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { notSnoozed } from "../deadlines/queries.ts";
import { readRows } from "../deadlines/rows.ts";
import { concerns, dueBy, visibleTo } from "../deadlines/visible.ts";
import type { NeedSource, NeedWindow } from "../needs/sources.ts";
import { toDeadline } from "./deadlines.ts";

/** Deadlines of one kind, level and day: they have one rank. */
interface Group {
  kind: DeadlineKind;
  sla: string;
  dueOn: string;
  mine: number;
  team: number;
  total: number;
}

/**
 * Every deadline but those of tasks, which are worked off where they are kept. What there is is counted by what decides
 * its rank, so that the rank is computed in one place and only the first rows are read, however many there are.
 */
export const deadlineNeeds: NeedSource = {
  name: "deadline",
  async open(ctx, window) {
    const groups = await selectGroups(ctx.db, ctx.person, window.today, window.to, ctx.now().toISOString());
    const summary = (whose: Whose) => summarise(groups, whose, window);
    return {
      summary: { mine: summary("mine"), team: summary("team"), all: summary("all") },
      read: (whose, limit) => readFirst(ctx, { groups, whose, limit, window }),
    };
  },
};

/** Few customers have a level: who they are is read once, instead of a customer for every deadline. */
const hasLevel = (level: SlaLevel) =>
  sql`d.customer_id in (select id from customers where sla_level = ${sql.lit(level)})`;
const slaColumn = sql`case when ${hasLevel("premium")} then 'premium' when ${hasLevel("standard")} then 'standard' else 'none' end`;

/** What comes by itself asks nothing before its day. */
const isDue = ({ id }: Reader, window: Pick<NeedWindow, "today" | "to">) =>
  sql<SqlBool>`${dueBy(window)} and d.target_type is distinct from 'task'
    and (d.quiet = 0 or d.due_on < ${window.today}) and ${notSnoozed(id, window.today)}`;

/** They are to act, it is about what they have, or they take care of it. */
const isMine = ({ id }: Reader, now: string) =>
  sql<SqlBool>`(coalesce(${concerns(id)}, false) or exists (select 1 from claims as c where c.subject_type = 'deadline'
    and c.subject_id = d.id and c.user_id = ${id} and c.ends_at > ${now}))`;
const isTeams = sql<SqlBool>`(d.responsible_user_id is null)`;

const selectGroups = prepareForReader(
  (_, reader, today: string, to: string, now: string) => sql<Group>`
    select kind, sla, due_on, count(case when mine then 1 end) as mine, count(case when team then 1 end) as team, count(*) as total
    from (select d.kind as kind, d.due_on as due_on, ${slaColumn} as sla, ${isMine(reader, now)} as mine, ${isTeams} as team
      from deadlines as d where ${visibleTo(reader)} and ${isDue(reader, { today, to })}) as due
    group by kind, sla, due_on`,
);

const countOf = (group: Group, whose: Whose) => (whose === "all" ? group.total : group[whose]);

function summarise(groups: readonly Group[], whose: Whose, { today, soonTo }: NeedWindow): DueSummary {
  const sum = (of: readonly Group[]) => of.reduce((total, group) => total + countOf(group, whose), 0);
  const soon = groups.filter((group) => countOf(group, whose) > 0 && group.dueOn >= today && group.dueOn <= soonTo);
  return {
    total: sum(groups),
    overdue: sum(groups.filter(({ dueOn }) => dueOn < today)),
    soon: sum(soon),
    soonUntil:
      soon
        .map(({ dueOn }) => dueOn)
        .sort()
        .at(-1) ?? null,
  };
}

interface Asked {
  groups: readonly Group[];
  whose: Whose;
  limit: number;
  window: NeedWindow;
}

async function readFirst(ctx: PersonContext, { groups, whose, limit, window }: Asked): Promise<Need[]> {
  const factsOf = ({ kind, sla, dueOn }: Group) => ({ kind, sla: slaOf(sla), days: daysBetween(window.today, dueOn) });
  const ranked = groups
    .filter((group) => countOf(group, whose) > 0)
    .map((group) => ({ group, score: rankScore(factsOf(group)) }))
    .sort((a, b) => b.score - a.score);
  const first: Group[] = [];
  for (let count = 0; first.length < ranked.length && count < limit; ) {
    const group = ranked[first.length]?.group;
    if (!group) break;
    first.push(group);
    count += countOf(group, whose);
  }
  const of = { mine: isMine(ctx.person, ctx.now().toISOString()), team: isTeams, all: sql<SqlBool>`1 = 1` }[whose];
  const readSome = async (some: readonly Group[], max?: number) => {
    if (some.length === 0) return [];
    const wanted = JSON.stringify(some.map(({ kind, sla, dueOn }) => [kind, sla, dueOn].join(" ")));
    const days = some.map(({ dueOn }) => dueOn).sort();
    const where = sql<SqlBool>`${isDue(ctx.person, { ...window, to: days.at(-1) ?? window.to })} and d.due_on >= ${days[0]} and ${of}
      and d.kind || ' ' || ${slaColumn} || ' ' || d.due_on in ${idsIn(wanted)}`;
    return readRows(ctx, { where, ...(max !== undefined && { limit: max }) });
  };
  // All but the last are wanted whole; on one day there may be any number.
  const whole = await readSome(first.slice(0, -1));
  const rows = [...whole, ...(await readSome(first.slice(-1), limit - whole.length))];
  const levels = await slaLevelsOf(
    ctx,
    rows.flatMap(({ customer }) => customer?.id ?? []),
  );
  return rows.map((row) => toNeed(toDeadline(row, ctx), levels.get(row.customer?.id ?? "") ?? "none", ctx));
}

async function slaLevelsOf({ db }: PersonContext, ids: readonly string[]): Promise<Map<string, SlaLevel>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customers")
    .select(["id", "slaLevel"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, slaLevel }) => [id, slaOf(slaLevel)]));
}

function toNeed(deadline: Deadline, sla: SlaLevel, { person }: PersonContext): Need {
  const { id, kind, record, href, dueOn, days, responsible, claim } = deadline;
  return {
    source: "deadline",
    id,
    kind,
    title: record.label,
    note: noteOf(deadline),
    href,
    dueOn,
    days,
    sla,
    responsible: responsible && { id: responsible.id, label: responsible.label },
    claim,
    claimable: { type: "deadline", id },
    ...actOf(deadline, hasAbility(person.role, "editRecords")),
    deadline,
  };
}

/** What is due, and what tells the record apart: its number, who has it, whose it is. */
function noteOf({ kind, label, record, number, holder, customer, days, cancelByWorkday }: Deadline): string {
  const over = overText(kind);
  const others = [holder && `bei ${holder}`, customer && customer.id !== record.id && customer.label];
  const distinct = others.filter((part) => part && part !== `bei ${customer?.label}`);
  const workday = cancelByWorkday && `letzter Arbeitstag ${formatCalendarDate(cancelByWorkday)}`;
  return [days < 0 && over.includes(" ") ? over : label, workday, number, ...distinct].filter(Boolean).join(" · ");
}

function actOf(deadline: Deadline, mayWrite: boolean): { act: NeedAct; actHref?: string } {
  const { kind, href, days, target, actions, toDecide, toRemind, targetVersion, decision } = deadline;
  if (kind === "wikiReview") return { act: "check", actHref: href };
  if (!mayWrite) return { act: "open", actHref: href };
  if (toDecide !== undefined) return { act: "decide" };
  const isOfTerm = isOneOf(ruleKinds, kind) && deadlineRule(kind).ofTerm;
  const isRenewable = target && target.type !== "task" && hasTerm(target.type) && targetVersion !== null;
  // What is kept and does not go on by itself is renewed by whoever is asked.
  const isToRenew = days <= 0 || (decision === "keep" && !toRemind);
  if (isOfTerm && isRenewable && isToRenew) return { act: "renew" };
  if (toRemind) return { act: "remind" };
  return actions.includes("complete") ? { act: "complete" } : { act: "open", actHref: href };
}
