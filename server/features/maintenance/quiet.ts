import { type RawBuilder, sql } from "kysely";
import { checkTargetTypes } from "../../../contract/checks/kinds.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { eachObject, stringsOf } from "../../db/dialect/json.ts";
import type { MaintenanceWindowTable } from "../../db/tables/incidents.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import type { Log } from "../../log.ts";
import type { Services } from "../../trpc/context.ts";
import { refreshStatuses } from "../checks/refresh-statuses.ts";
import { presentOrNext, type Span } from "./occurrences.ts";

type Window = Pick<MaintenanceWindowTable, "id" | "scopeType" | "scopeIds" | "startsAt" | "endsAt" | "rrule">;

interface Quiet {
  type: string;
  id: string;
  from: string;
  until: string;
}

/**
 * Brings the quiet time of every check in line with the windows: the one that runs now or comes next, for what covers
 * it. Statuses of records follow, so that a window begins and ends in lists at its minute. Returns the next moment at
 * which something begins or ends.
 */
export async function keepQuiet(tx: Tx): Promise<Date | undefined> {
  const now = tx.now();
  const at = now.toISOString();
  const windows = await tx.db
    .selectFrom("maintenanceWindows")
    .select(["id", "scopeType", "scopeIds", "startsAt", "endsAt", "rrule"])
    .where("isSilent", "=", 1)
    .where("overAt", ">", at)
    .execute();
  const spans = windows.flatMap((window) => {
    const span = presentOrNext(window, now);
    return span ? [{ window, span }] : [];
  });
  const running = new Set(spans.map(({ window }) => window.id));
  const over = windows.flatMap(({ id }) => (running.has(id) ? [] : [id]));
  if (over.length > 0)
    await tx.db.updateTable("maintenanceWindows").set({ overAt: at }).where("id", "in", over).execute();
  const quiet = new Map<string, Quiet>();
  for (const { window, span } of spans) for (const each of await coveredBy(tx, window, span)) keepEarliest(quiet, each);
  const touched = await writeQuiet(tx, [...quiet.values()]);
  for (const type of checkTargetTypes) {
    const ids = [...new Set(touched.filter((each) => each.type === type).map(({ id }) => id))];
    for (let start = 0; start < ids.length; start += 500)
      await refreshStatuses(tx, type, ids.slice(start, start + 500));
  }
  const moments = spans.flatMap(({ span }) => [span.from, span.until]).filter((moment) => moment > now);
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** Of two windows the one counts that began first, and until the later end where they overlap. */
function keepEarliest(quiet: Map<string, Quiet>, next: Quiet): void {
  const key = `${next.type}:${next.id}`;
  const known = quiet.get(key);
  if (!known) quiet.set(key, next);
  else if (next.from <= known.until && known.from <= next.until)
    quiet.set(key, {
      ...next,
      from: next.from < known.from ? next.from : known.from,
      until: next.until > known.until ? next.until : known.until,
    });
  else if (next.from < known.from) quiet.set(key, next);
}

async function coveredBy(tx: Tx, { scopeType, scopeIds }: Window, { from, until }: Span): Promise<Quiet[]> {
  const { rows } = await sql<{ type: string; id: string }>`${targetsOf(scopeType, scopeIds)}`.execute(tx.db);
  return rows.map((row) => ({ ...row, from: from.toISOString(), until: until.toISOString() }));
}

/** SQL of what a scope covers: a host with its websites, a customer with all that is theirs. */
export function targetsOf(scope: MaintenanceWindowTable["scopeType"], scopeIds: string): RawBuilder<unknown> {
  const ids = stringsOf(scopeIds);
  if (scope === "all")
    return sql`select distinct target_type as type, target_id as id from checks where removed_at is null`;
  if (scope === "website") return sql`select 'website' as type, id from websites where id in ${ids}`;
  if (scope === "host")
    return sql`select 'host' as type, id from hosts where id in ${ids}
      union select 'website', website_id from website_hosts where role <> 'mail' and host_id in ${ids}`;
  return sql`select 'website' as type, id from websites where customer_id in ${ids}
    union select 'domain', id from domains where customer_id in ${ids}
    union select 'host', id from hosts where customer_id in ${ids}`;
}

/** Writes what differs; answers what has changed, and what has begun since its record was last looked at. */
async function writeQuiet(tx: Tx, quiet: readonly Quiet[]): Promise<{ type: string; id: string }[]> {
  const at = tx.now().toISOString();
  const asked = sql`(select value ->> 'type' as type, value ->> 'id' as id, value ->> 'from' as since,
    value ->> 'until' as until from ${eachObject(JSON.stringify(quiet))} as quiet)`;
  const { rows: differing } = await sql<{
    checkId: string;
    type: string;
    id: string;
    since: string | null;
    until: string | null;
  }>`
    select c.id as check_id, c.target_type as type, c.target_id as id, q.since, q.until
    from checks as c left join ${asked} as q on q.type = c.target_type and q.id = c.target_id
    where c.removed_at is null and (c.quiet_from is distinct from q.since or c.quiet_until is distinct from q.until)`.execute(
    tx.db,
  );
  if (differing.length > 0) {
    await sql`update check_revision set value = value + 1`.execute(tx.db);
    await sql`update checks set quiet_from = d.value ->> 'since', quiet_until = d.value ->> 'until', updated_at = ${at},
        revision = (select value from check_revision)
      from ${eachObject(JSON.stringify(differing))} as d where checks.id = d.value ->> 'checkId'`.execute(tx.db);
    tx.wake("checks");
  }
  const { rows: begun } = await sql<{ type: string; id: string }>`
    select distinct target_type as type, target_id as id from checks
    where quiet_from <= ${at} and quiet_until > ${at} and removed_at is null`.execute(tx.db);
  return [...differing, ...begun];
}

const lookAgainMs = 5 * minuteMs;

/** Keeps the quiet times from now on; also what was made meanwhile comes under its windows within minutes. */
export const startMaintenance = (services: Pick<Services, "db" | "now" | "live"> & { log: Log }) =>
  startWorker(services, {
    worker: "maintenance",
    run: async () => {
      const next = await transact(systemContext(services), keepQuiet);
      if (!next) return lookAgainMs;
      return Math.min(lookAgainMs, Math.max(50, next.getTime() - services.now().getTime()));
    },
    failure: "quiet times could not be kept",
  });
