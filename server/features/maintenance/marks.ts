import { type Kysely, sql } from "kysely";
import type { AvailabilityMark } from "../../../contract/checks/availability.ts";
import type { Database } from "../../db/schema.ts";
import type { MarksAsked } from "../checks/marks.ts";
import { presentOrNext } from "./occurrences.ts";
import { targetsOf } from "./quiet.ts";

/** A window of every hour fills no chart. */
const maxMarks = 200;

/** The times at which windows covered a record, as far as they had begun: what is to come was not measured. */
export async function maintenanceMarks(
  db: Kysely<Database>,
  { target, from, to }: MarksAsked,
): Promise<AvailabilityMark[]> {
  const windows = await db
    .selectFrom("maintenanceWindows")
    .select(["id", "title", "scopeType", "scopeIds", "startsAt", "endsAt", "rrule", "overAt"])
    .where("isSilent", "=", 1)
    .where("startsAt", "<", to.toISOString())
    .where("overAt", ">", from.toISOString())
    .orderBy("startsAt")
    .execute();
  const marks: AvailabilityMark[] = [];
  for (const window of windows) {
    const covered = targetsOf(window.scopeType, window.scopeIds);
    const { rows } = await sql`select 1 from (${covered}) as covered
      where covered.type = ${target.type} and covered.id = ${target.id}`.execute(db);
    if (rows.length === 0) continue;
    const { id, title, overAt } = window;
    let after = from;
    while (marks.length < maxMarks) {
      const span = presentOrNext(window, after);
      if (!span || span.from >= to || span.from.toISOString() >= overAt) break;
      // Somebody may have ended it early.
      const until = span.until.toISOString() > overAt ? new Date(overAt) : span.until;
      marks.push({ id, title, from: span.from, to: until, href: "/maintenance" });
      after = span.until;
    }
  }
  return marks.toSorted((a, b) => a.from.getTime() - b.from.getTime());
}
