import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { type CalendarSpan, daysFrom, type LaneMonth } from "../../../contract/deadlines/calendar-days.ts";
import type {
  readCalendar as calendarInput,
  readLanes as lanesInput,
} from "../../../contract/deadlines/calendar-input.ts";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import type { DeadlineKind } from "../../../contract/deadlines/deadlines.ts";
import { kindsOfLanes, laneOf } from "../../../contract/deadlines/lanes.ts";
import { deadlineStates } from "../../../contract/deadlines/rule.ts";
import { holidaysOf } from "../../../contract/time/holidays.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { isWorkday, portalCalendar } from "../../../contract/time/work-calendar.ts";
import { type Reading, readRows } from "./rows.ts";
import { isOf, visibleTo } from "./visible.ts";

/** Every day of a span with the first deadlines that the person may see, and how many there are. */
export async function readCalendar(
  ctx: Reading,
  { perDay, ...wanted }: z.output<typeof calendarInput>,
): Promise<CalendarSpan> {
  const where = within(ctx, wanted);
  const shown = sql`select id, row_number() over (partition by due_on order by state <> 'open', coalesce(label, title), id) as place
    from deadlines as d where ${visibleTo(ctx.person)} and ${where}`;
  const [rows, { rows: counted }] = await Promise.all([
    readRows(ctx, {
      where: sql<SqlBool>`d.id in (select id from (${shown}) as shown where place <= ${perDay})`,
      orderBy: sql`d.due_on, d.state <> 'open', coalesce(d.label, d.title), d.id`,
    }),
    sql<{ dueOn: string; total: number }>`select due_on, count(*) as total from deadlines as d
      where ${visibleTo(ctx.person)} and ${where} group by due_on`.execute(ctx.db),
  ]);
  const totals = new Map(counted.map(({ dueOn, total }) => [dueOn, Number(total)]));
  const ofDay = new Map<string, DeadlineRow[]>();
  for (const row of rows) ofDay.set(row.dueOn, [...(ofDay.get(row.dueOn) ?? []), row]);
  const { holidayRegion } = portalCalendar();
  return {
    today: portalDate(ctx.now()),
    days: daysFrom(wanted.from, wanted.to).map((on) => ({
      on,
      isWorkday: isWorkday(on),
      holiday: holidaysOf(holidayRegion, Number(on.slice(0, 4))).get(on) ?? null,
      total: totals.get(on) ?? 0,
      deadlines: ofDay.get(on) ?? [],
    })),
  };
}

/** How many deadlines that the person may see fall into each month of a span, lane by lane. */
export async function readLanes(ctx: Reading, wanted: z.output<typeof lanesInput>): Promise<LaneMonth[]> {
  const { rows } = await sql<{ kind: DeadlineKind; month: string; count: number; open: number }>`
    select kind, substr(due_on, 1, 7) as month, count(*) as count, count(case when state = 'open' then 1 end) as open from deadlines as d
    where ${visibleTo(ctx.person)} and ${within(ctx, wanted)} group by kind, month`.execute(ctx.db);
  const cells = new Map<string, LaneMonth>();
  for (const { kind, month, count, open } of rows) {
    const lane = laneOf(kind);
    const key = `${lane} ${month}`;
    const cell = cells.get(key) ?? { lane, month, count: 0, open: 0 };
    cells.set(key, { ...cell, count: cell.count + Number(count), open: cell.open + Number(open) });
  }
  return [...cells.values()];
}

/**
 * The deadlines `d` of a span, whatever became of them. The states are named, all of them, because every index over
 * days begins with the state.
 */
function within({ person }: Reading, { from, to, lanes, whose, customerId }: z.output<typeof lanesInput>) {
  const conditions = [
    sql`d.state in (${sql.join(deadlineStates.map((state) => sql.lit(state)))}) and d.due_on between ${from} and ${to}`,
    ...(lanes.length > 0 ? [sql`d.kind in (${sql.join(kindsOfLanes(lanes))})`] : []),
    ...(whose === "mine" ? [isOf(person)] : []),
    ...(customerId ? [sql`d.customer_id = ${customerId}`] : []),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
