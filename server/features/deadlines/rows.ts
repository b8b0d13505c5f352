import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Claim } from "../../../contract/claims/claims.ts";
import type { DeadlineAction, DeadlineRow, DeadlineTargetType } from "../../../contract/deadlines/deadline-rows.ts";
import {
  cancelKinds,
  daysBetween,
  deadlineLabel,
  deadlineRule,
  ruleKinds,
} from "../../../contract/deadlines/deadlines.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { recordFolders } from "../../../contract/records/record-folders.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { TermFields } from "../../../contract/terms/term-fields.ts";
import { termFieldsOf, termTypes } from "../../../contract/terms/term-types.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { lastWorkdayBy } from "../../../contract/time/work-calendar.ts";
import type { DeadlineTable } from "../../db/tables/deadlines.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { claimsOf } from "../claims/claims.ts";
import { visibleTo } from "./visible.ts";

export type Reading = Pick<PersonContext, "db" | "person" | "now">;

/** A deadline with what is said beside it. */
interface Row extends Selectable<DeadlineTable> {
  customerTitle: string | null;
  responsibleName: string | null;
  isActive: number | null;
  closedByName: string | null;
  number: string | null;
  holder: string | null;
  snoozedUntil: string | null;
  decision: string | null;
  targetVersion: number | null;
}

interface Wanted {
  where: RawBuilder<SqlBool>;
  orderBy?: RawBuilder<unknown>;
  limit?: number;
  offset?: number;
}

const inOrder = sql`d.due_on, d.title, d.id`;

/** The deadlines `d` that a person may see and that meet a condition, with what they can do about each. */
export async function readRows(
  ctx: Reading,
  { where, orderBy = inOrder, limit, offset }: Wanted,
): Promise<DeadlineRow[]> {
  const { db, person, now } = ctx;
  const found = sql`select * from deadlines as d where ${visibleTo(person)} and ${where} order by ${orderBy}
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset ?? 0}`}`;
  const { rows } = await sql<Row>`
    select d.*, customer.title as customer_title, responsible.name as responsible_name,
      responsible.deactivated_at is null as is_active, closer.name as closed_by_name, snooze.until as snoozed_until,
      ${numberOf} as number, ${holderOf} as holder, ${ofTarget(({ decision }) => decision)} as decision,
      ${ofTarget(() => "version")} as target_version
    from (${found}) as d
      left join customers as customer on customer.id = d.customer_id
      left join users as responsible on responsible.id = d.responsible_user_id
      left join users as closer on closer.id = d.closed_by_id
      left join deadline_snoozes as snooze on snooze.deadline_id = d.id and snooze.user_id = ${person.id}
    order by ${orderBy}`.execute(db);
  const claims = await claimsOfRows(ctx, rows);
  const today = portalDate(now());
  return rows.map((row) => toRow(row, { ...ctx, today, claim: claims.get(row.id) ?? null }));
}

/** Who takes care of each, by its id; a task is claimed where it is kept. */
async function claimsOfRows({ db, now }: Reading, rows: readonly Row[]): Promise<Map<string, Claim>> {
  const taskOf = ({ targetType, targetId }: Row) => (targetType === "task" ? targetId : null);
  const ownIds = rows.flatMap((row) => (taskOf(row) ? [] : [row.id]));
  const taskIds = rows.flatMap((row) => taskOf(row) ?? []);
  const [own, ofTasks] = [await claimsOf(db, "deadline", ownIds, now()), await claimsOf(db, "task", taskIds, now())];
  return new Map(
    rows.flatMap((row) => {
      const task = taskOf(row);
      const claim = task ? ofTasks.get(task) : own.get(row.id);
      return claim ? [[row.id, claim] as const] : [];
    }),
  );
}

/** Over a deadline `d`: a column of what it is about, where that has a term. */
const ofTarget = (column: (fields: TermFields) => string) =>
  sql`case d.target_type ${sql.join(
    termTypes.map(
      (type) =>
        sql`when ${type} then (select ${sql.ref(column(termFieldsOf(type)))} from ${sql.table(`${type}s`)} where id = d.target_id)`,
    ),
    sql` `,
  )} end`;

/** Over a deadline `d`: what tells its target apart from others of the same name. */
export const numberOf = sql`case d.target_type
  when 'device' then (select asset_tag from devices where id = d.target_id)
  when 'contract' then (select number from contracts where id = d.target_id)
  when 'feedback' then (select '#' || number from feedback where id = d.target_id) end`;

/** Over a deadline `d`: who has the device that it is about. */
export const holderOf = sql`case when d.target_type = 'device' then (select coalesce(
  (select name from users where id = r.assigned_user_id),
  (select title from customers where id = r.assigned_customer_id),
  (select title from locations where id = r.assigned_location_id),
  (select title from devices where id = r.assigned_device_id)) from devices as r where r.id = d.target_id) end`;

interface Beside extends Reading {
  today: string;
  claim: Claim | null;
}

function toRow(row: Row, { person, today, claim }: Beside): DeadlineRow {
  const { id, kind, label, dueOn, direction, source, certainty, state, version, note, cancelBy } = row;
  return {
    id,
    kind,
    label: label ?? deadlineLabel(kind),
    target: targetOf(row),
    number: row.number,
    holder: row.holder,
    href: hrefOf(row),
    customer: row.customerId ? { id: row.customerId, label: row.customerTitle ?? "" } : null,
    dueOn,
    days: daysBetween(today, dueOn),
    cancelBy,
    cancelByWorkday: workdayBefore(row, today),
    ...(hasAbility(person.role, "seePrices") && { amountCents: row.amountCents }),
    direction,
    source,
    certainty,
    isQuiet: row.quiet === 1,
    state,
    closed: closedOf(row),
    responsible: row.responsibleUserId
      ? { id: row.responsibleUserId, label: row.responsibleName ?? "", isActive: row.isActive === 1 }
      : null,
    note,
    leadDays: row.leadDaysJson ? JSON.parse(row.leadDaysJson) : null,
    snoozedUntil: row.snoozedUntil && row.snoozedUntil > today ? row.snoozedUntil : null,
    claim,
    decision: row.decision,
    version,
    targetVersion: row.targetVersion,
    actions: actionsOf(row, { person, claim }),
  };
}

/** The working day before a last day to cancel that is none and still lies ahead. */
function workdayBefore({ kind, dueOn, cancelBy }: Row, today: string): string | null {
  const day = cancelBy ?? (cancelKinds.includes(kind) ? dueOn : null);
  if (day === null || day < today) return null;
  const workday = lastWorkdayBy(day);
  return workday === day ? null : workday;
}

function targetOf({ targetType, targetId, title }: Row): DeadlineRow["target"] {
  return targetType && targetId ? { type: targetType as DeadlineTargetType, id: targetId, label: title ?? "" } : null;
}

function closedOf({ state, closedAt, closedById, closedByName, reason }: Row): DeadlineRow["closed"] {
  if (state === "open") return null;
  const by = closedById ? { id: closedById, label: closedByName ?? "" } : null;
  return { at: new Date(closedAt ?? 0), by, reason };
}

/** Where a deadline is seen: on the page of its target, or of the customer of what has none. */
export function hrefOf({
  targetType,
  targetId,
  customerId,
}: Pick<Row, "targetType" | "targetId" | "customerId">): string {
  if (targetType === "task") return `/tasks?task=${targetId}`;
  const folder = recordFolders[targetType as DeadlineTargetType & keyof typeof recordFolders];
  if (folder) return `/${folder}/${targetId}`;
  return customerId ? `/customers/${customerId}` : "/";
}

function actionsOf(row: Row, { person, claim }: Pick<Beside, "person" | "claim">): DeadlineAction[] {
  const mayWrite = hasAbility(person.role, "editRecords");
  const isOwn = row.kind === "custom";
  const own: DeadlineAction[] = mayWrite && isOwn ? ["edit", "delete"] : [];
  // A task is worked off where it is kept.
  if (row.targetType === "task") return [];
  if (row.state !== "open") return mayWrite && row.closedByHand ? ["reopen", ...own] : own;
  if (!mayWrite) return ["snooze"];
  const isOther = row.responsibleUserId !== null && row.responsibleUserId !== person.id && row.isActive === 1;
  const isDecidable =
    isOneOf(ruleKinds, row.kind) && deadlineRule(row.kind).ofTerm && (row.decision ?? "open") === "open";
  const mayRelease = claim && (claim.user.id === person.id || hasAbility(person.role, "releaseClaims"));
  return [
    ...(isDecidable ? (["decide"] as const) : []),
    ...(["complete", "snooze", "assign", "setLeads"] as const),
    ...(isOther ? (["remind"] as const) : []),
    ...(claim ? (mayRelease ? (["release"] as const) : []) : (["claim"] as const)),
    ...own,
  ];
}
