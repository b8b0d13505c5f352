import { sql } from "kysely";
import type { DueSummary } from "../../../contract/dashboard/dashboard.ts";
import type { SlaLevel } from "../../../contract/dashboard/rank.ts";
import type { TaskRow } from "../../../contract/tasks/tasks.ts";
import type { Db } from "../../db/connection.ts";
import { prepareForReader } from "../../records/readable.ts";
import { askingOf, type Ctx, matching, toRows, type Wanted } from "./queries.ts";
import { levelOfTask } from "./service-level.ts";

type Scope = Wanted["scope"];

interface Ahead {
  scope: Scope;
  today: string;
  soonTo: string;
  to: string;
}

const ahead = (scope: Scope, to: string): Wanted => ({ scope, view: "open", search: "", dueByOrUndated: to });

const byScope = <Made>(make: (scope: Scope) => Made): Record<Scope, Made> => ({
  mine: make("mine"),
  team: make("team"),
  all: make("all"),
});

const selectSummary = byScope((scope) =>
  prepareForReader((db: Db, person, now: string, today: string, soonTo: string, to: string) => {
    const isSoon = sql`due_on between ${today} and ${soonTo}`;
    return matching({ db, person, today, now }, ahead(scope, to))
      .select((eb) => eb.fn.countAll<number | string>().as("total"))
      .select(sql<number | null>`sum(case when due_on < ${today} then 1 else 0 end)`.as("overdue"))
      .select(sql<number | null>`sum(case when ${isSoon} then 1 else 0 end)`.as("soon"))
      .select(sql<string | null>`max(case when ${isSoon} then due_on end)`.as("soonUntil"));
  }),
);

/** How many tasks ask for something by a day, those without a day among them. */
export async function summariseTasks(ctx: Ctx, { scope, today, soonTo, to }: Ahead): Promise<DueSummary> {
  const { db, person, now } = askingOf(ctx);
  const [summed] = await selectSummary[scope](db, person, now, today, soonTo, to);
  const { total, overdue, soon, soonUntil = null } = summed ?? {};
  return { total: Number(total ?? 0), overdue: Number(overdue ?? 0), soon: Number(soon ?? 0), soonUntil };
}

const selectAhead = byScope((scope) =>
  prepareForReader(
    (db: Db, person, now: string, today: string, to: string, level: SlaLevel, undatedAs: string, limit: number) =>
      matching({ db, person, today, now }, ahead(scope, to))
        .selectAll("tasks")
        .where(levelOfTask(), "=", level)
        .orderBy(sql`coalesce(due_on, ${undatedAs})`)
        .orderBy("createdAt")
        .orderBy("id")
        .limit(limit),
  ),
);

/** The first of those at a service level; one without a day stands where one stands that is due on `undatedAs`. */
export async function listTasksAhead(
  ctx: Ctx,
  { scope, level, limit, undatedAs, today, to }: Ahead & { level: SlaLevel; limit: number; undatedAs: string },
): Promise<TaskRow[]> {
  const { db, person, now } = askingOf(ctx);
  return toRows(ctx, await selectAhead[scope](db, person, now, today, to, level, undatedAs, limit));
}
