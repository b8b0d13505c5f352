import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { daysFrom } from "../../../contract/deadlines/calendar-days.ts";
import type { MaintenanceTime } from "../../../contract/maintenance/maintenance.ts";
import type { readMaintenanceDays as input } from "../../../contract/maintenance/maintenance-input.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { presentOrNext } from "./occurrences.ts";

/** What repeats every day is so many times in a year of the calendar. */
const maxTimes = 1000;

/** When maintenance was, is and will be within a span of days, in order. */
export async function readMaintenanceDays(
  { db }: Pick<PersonContext, "db">,
  { from, to, customerId }: z.output<typeof input>,
): Promise<MaintenanceTime[]> {
  const [start, end] = [portalMoment(from, "00:00"), portalMoment(addDays(to, 1), "00:00")];
  const rows = await db
    .selectFrom("maintenanceWindows")
    .select(["id", "title", "startsAt", "endsAt", "rrule", "overAt"])
    .where("startsAt", "<", end.toISOString())
    .where("overAt", ">", start.toISOString())
    .$if(customerId !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(scope_type = 'all' or (scope_type = 'customer'
          and ${customerId} in ${stringsOf(sql`scope_ids`)}))`,
      ),
    )
    .orderBy("startsAt")
    .orderBy("id")
    .execute();
  const times: MaintenanceTime[] = [];
  for (const { id, title, overAt, ...window } of rows) {
    for (let after = start; times.length < maxTimes; ) {
      const span = presentOrNext(window, after);
      if (!span || span.from >= end || span.from.toISOString() >= overAt) break;
      times.push({ id, title, ...span, days: daysOf(span, { from, to }) });
      after = span.until;
    }
  }
  return times.toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

/** A window that ends at midnight does not touch the day that begins then. */
function daysOf(span: { from: Date; until: Date }, { from, to }: { from: string; to: string }): string[] {
  const first = portalTime(span.from).day;
  const last = portalTime(new Date(span.until.getTime() - 1)).day;
  return daysFrom(first > from ? first : from, last < to ? last : to);
}
