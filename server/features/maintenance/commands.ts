import { sql } from "kysely";
import type { z } from "zod";
import { escapeHtml } from "../../../contract/document/html.ts";
import { type MaintenanceScope, maxWindowDays } from "../../../contract/maintenance/maintenance.ts";
import type * as contract from "../../../contract/maintenance/maintenance-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { dayMs, minuteMs } from "../../../contract/time/durations.ts";
import { addDays, portalTime } from "../../../contract/time/portal-time.ts";
import { newId } from "../../db/new-id.ts";
import { type RecordedChange, type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { nextDay, refuseEndless } from "../tasks/recurrence.ts";
import { overAt } from "./occurrences.ts";
import { keepQuiet, targetsOf } from "./quiet.ts";

type Entered = Omit<z.output<typeof contract.createMaintenance>, "creationId">;

/** Plans a window and announces it to those who are responsible for what it covers. */
export async function createMaintenance(
  ctx: PersonContext,
  { creationId, ...entered }: z.output<typeof contract.createMaintenance>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const known = creationId
      ? await tx.db
          .selectFrom("maintenanceWindows")
          .select("id")
          .where("creationId", "=", creationId)
          .executeTakeFirst()
      : undefined;
    if (known) return known;
    const id = newId();
    const at = tx.now().toISOString();
    await tx.db
      .insertInto("maintenanceWindows")
      .values({
        id,
        ...(await columnsOf(tx, entered)),
        announcedAt: at,
        creationId: creationId ?? null,
        createdAt: at,
        createdById: ctx.person.id,
        updatedAt: at,
      })
      .execute();
    await announce(tx, entered);
    return follow(tx, id, "maintenance.created");
  });
}

export async function updateMaintenance(
  ctx: PersonContext,
  { id, version, ...entered }: z.output<typeof contract.updateMaintenance>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .selectFrom("maintenanceWindows")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!before) throw notFound();
    if (version !== undefined && version !== before.version)
      throw new Problem("conflict", { message: "Diese Wartung hat inzwischen jemand geändert. Lade sie neu." });
    await tx.db
      .updateTable("maintenanceWindows")
      .set({ ...(await columnsOf(tx, entered)), updatedAt: tx.now().toISOString(), version: before.version + 1 })
      .where("id", "=", id)
      .execute();
    return follow(tx, id, "maintenance.updated");
  });
}

/** Ends a window now, for good; one that has not begun never takes place. */
export async function endMaintenance(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const at = tx.now().toISOString();
    const ended = await tx.db
      .updateTable("maintenanceWindows")
      .set((eb) => ({
        overAt: at,
        endsAt: eb.case().when("rrule", "is", null).then(at).else(eb.ref("endsAt")).end(),
        updatedAt: at,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .where("overAt", ">", at)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) {
      const known = await tx.db.selectFrom("maintenanceWindows").select("id").where("id", "=", id).executeTakeFirst();
      if (!known) throw notFound();
      throw new Problem("precondition", { message: "Diese Wartung ist schon vorbei." });
    }
    return follow(tx, id, "maintenance.ended");
  });
}

/** A window names no more than this. */
const maxTargets = 200;

const maintained = { customer: "customers", host: "hosts", website: "websites" } as const;

/** „Jetzt“: half an hour of quiet for what somebody is at. */
export async function startMaintenanceNow(
  ctx: PersonContext,
  { type, id, minutes }: z.output<typeof contract.startMaintenance>,
): Promise<{ id: string; until: Date }> {
  const record = await ctx.db
    .selectFrom(maintained[type])
    .select("title")
    .where("id", "=", id)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
  if (!record) throw notFound();
  const now = ctx.now();
  const until = new Date(now.getTime() + minutes * minuteMs);
  const made = await createMaintenance(ctx, {
    title: `Wartung: ${record.title}`.slice(0, 120),
    scope: type,
    targetIds: [id],
    isSilent: true,
    rrule: null,
    startsAt: now.toISOString(),
    endsAt: until.toISOString(),
  });
  return { ...made, until };
}

interface Covered {
  /** The same for everything that the window covers. */
  creationId: string;
  scope: "host" | "website";
  targetId: string;
  title: string;
  startsAt: string;
  endsAt: string;
  rrule: string | null;
  personId: string;
}

/** Has a window of another program cover something as well, which the first of what it covers makes; one that is over is not made. */
export async function coverByWindow(
  tx: Tx,
  { creationId, scope, targetId, personId, ...window }: Covered,
): Promise<void> {
  const at = tx.now().toISOString();
  const over = overAt(window);
  if (over <= at) return;
  const known = await tx.db
    .selectFrom("maintenanceWindows")
    .select(["id", "scopeIds"])
    .where("creationId", "=", creationId)
    .executeTakeFirst();
  const covered: string[] = known ? JSON.parse(known.scopeIds) : [];
  if (covered.includes(targetId) || covered.length >= maxTargets) return;
  const scopeIds = JSON.stringify([...covered, targetId]);
  const id = known?.id ?? newId();
  if (known)
    await tx.db
      .updateTable("maintenanceWindows")
      .set((eb) => ({ scopeIds, updatedAt: at, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  else
    await tx.db
      .insertInto("maintenanceWindows")
      .values({
        id,
        ...window,
        scopeType: scope,
        scopeIds,
        isSilent: 1,
        overAt: over,
        announcedAt: null,
        creationId,
        createdAt: at,
        createdById: personId,
        updatedAt: at,
      })
      .execute();
  await tx.record({
    kind: known ? "maintenance.updated" : "maintenance.created",
    subject: { type: "maintenance", id },
  });
  tx.signal({ event: "maintenanceChanged", payload: { maintenance: { id } } });
  tx.wake("maintenance");
}

/** What is deleted is covered by nothing any more; a window that another program made for it alone goes with it. */
export async function uncoverDeleted(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  for (const { kind, subject } of changes) {
    if (kind !== "website.deleted" && kind !== "host.deleted") continue;
    const scope = kind === "website.deleted" ? "website" : "host";
    const windows = await tx.db
      .selectFrom("maintenanceWindows")
      .select(["id", "scopeIds", "creationId"])
      .where("scopeType", "=", scope)
      .where("scopeIds", "like", `%"${subject.id}"%`)
      .execute();
    for (const { id, scopeIds, creationId } of windows) {
      const left = parseOwnJson<string[]>(scopeIds).filter((each) => each !== subject.id);
      if (left.length === 0 && creationId?.startsWith("kuma-"))
        await tx.db.deleteFrom("maintenanceWindows").where("id", "=", id).execute();
      else
        await tx.db
          .updateTable("maintenanceWindows")
          .set({ scopeIds: JSON.stringify(left) })
          .where("id", "=", id)
          .execute();
    }
  }
}

async function columnsOf(tx: Tx, { title, scope, targetIds, startsAt, endsAt, rrule, isSilent }: Entered) {
  const [from, until] = [new Date(startsAt), new Date(endsAt)];
  if (until <= from) throw invalidField("endsAt", "Ende: Liegt vor dem Beginn.");
  if (until.getTime() - from.getTime() > maxWindowDays * dayMs)
    throw invalidField(
      "endsAt",
      `Ende: Eine Wartung dauert höchstens ${maxWindowDays} Tage. Für länger gibt es „Pausieren“.`,
    );
  if (!rrule && until <= tx.now()) throw invalidField("endsAt", "Ende: Liegt in der Vergangenheit.");
  if (scope !== "all" && targetIds.length === 0)
    throw invalidField("targetIds", "Umfang: Bitte mindestens einen Eintrag wählen.");
  if (scope !== "all") await assertExists(tx, scope, targetIds);
  if (rrule) refuseRule(rrule, portalTime(from).day);
  const window = { startsAt: from.toISOString(), endsAt: until.toISOString(), rrule };
  return {
    title,
    scopeType: scope,
    scopeIds: JSON.stringify(scope === "all" ? [] : targetIds),
    ...window,
    isSilent: isSilent ? (1 as const) : (0 as const),
    overAt: overAt(window),
  };
}

/** RFC 5545 (3.8.5.3) wants the first time to be one of the rule's own: a Saturday is none of „Montag bis Freitag“. */
function refuseRule(rule: string, start: string): void {
  refuseEndless({ rule, start });
  const first = nextDay({ rule, start }, addDays(start, -1));
  if (first !== undefined && first !== start)
    throw invalidField(
      "startsAt",
      `Beginn: Zur Wiederholung gehört dieser Tag nicht. Der erste danach ist der ${formatCalendarDate(first)}.`,
    );
}

async function assertExists(
  { db }: Tx,
  scope: Exclude<MaintenanceScope, "all">,
  ids: readonly string[],
): Promise<void> {
  const found = await db
    .selectFrom(maintained[scope])
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  if (found.length < new Set(ids).size) throw invalidField("targetIds", "Umfang: Einen der Einträge gibt es nicht.");
}

async function follow(tx: Tx, id: string, kind: "maintenance.created" | "maintenance.updated" | "maintenance.ended") {
  await tx.record({ kind, subject: { type: "maintenance", id } });
  await keepQuiet(tx);
  tx.signal({ event: "maintenanceChanged", payload: { maintenance: { id } } });
  tx.wake("maintenance");
  return { id };
}

async function announce(
  tx: Tx,
  { title, scope, targetIds, startsAt, endsAt, isSilent, rrule }: Entered,
): Promise<void> {
  const covered = targetsOf(scope, JSON.stringify(targetIds));
  const { rows } = await sql<{ id: string }>`
    with covered as (${covered}), named as (
      select coalesce(w.responsible_user_id, c.responsible_user_id) as id from covered
        inner join websites as w on covered.type = 'website' and w.id = covered.id left join customers as c on c.id = w.customer_id
      union select h.responsible_user_id from covered inner join hosts as h on covered.type = 'host' and h.id = covered.id
      union select coalesce(d.responsible_user_id, c.responsible_user_id) from covered
        inner join domains as d on covered.type = 'domain' and d.id = covered.id left join customers as c on c.id = d.customer_id)
    select u.id from users as u inner join named on named.id = u.id where u.deactivated_at is null`.execute(tx.db);
  const when = `${momentText(startsAt)} bis ${momentText(endsAt)}${rrule ? ", wiederkehrend" : ""}`;
  for (const { id } of rows)
    await notify(tx, {
      forUserId: id,
      title: `Wartung angekündigt: ${title}`,
      category: "incident",
      link: "/maintenance",
      message: `${escapeHtml(when)}.${isSilent ? " In dieser Zeit wird nicht alarmiert." : ""}`,
    });
}

function momentText(at: string): string {
  const { day, time } = portalTime(new Date(at));
  return `${formatCalendarDate(day)}, ${time} Uhr`;
}
