import {
  escalationMinutes,
  type IncidentSeverity,
  openStates,
  reminderHours,
} from "../../../contract/incidents/incidents.ts";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import type { Log } from "../../log.ts";
import type { Services } from "../../trpc/context.ts";
import { haveAnswered } from "./ask-relatives.ts";
import { writeEntry } from "./entries.ts";
import { peopleInCharge, readMaintainers } from "./people.ts";
import { signalOpened } from "./signals.ts";
import { readSilenced } from "./silenced.ts";
import { describe, namesOf, type Occasion, type ToldIncident, tell } from "./tell.ts";
import { endUnwatched } from "./unwatched.ts";

type Working = Pick<Services, "db" | "now" | "live">;

/**
 * Tells of what is due: incidents whose wait is over, reminders while nobody takes care of one, and the escalation to
 * maintainers. Each is one transaction that begins by taking it, so that of two processes one tells and a kill doubles
 * nothing. What stands in maintenance as a whole waits until that is over. Returns after how many milliseconds the next
 * is due.
 */
export async function tellDue(services: Working): Promise<number | undefined> {
  await endUnwatched(services);
  const at = services.now().toISOString();
  const waiting = await services.db
    .selectFrom("incidents")
    .select("id")
    .where("state", "in", [...openStates])
    .where("tellAfter", "<=", at)
    .execute();
  const silenced = await readSilenced(services);
  const speaks = (id: string) => !silenced.has(id);
  for (const id of [...waiting.map((row) => row.id), ...(await answeredEarly(services))].filter(speaks))
    await transact(systemContext(services), (tx) => tellOpening(tx, id));
  for (const { id, reminded } of await dueReminders(services))
    if (speaks(id)) await transact(systemContext(services), (tx) => remind(tx, id, reminded));
  for (const id of (await dueEscalations(services)).filter(speaks))
    await transact(systemContext(services), (tx) => escalate(tx, id));
  return nextDue(services, silenced);
}

/** Those that wait for what hangs together with them, and need not any more. */
async function answeredEarly(services: Working): Promise<string[]> {
  const rows = await services.db
    .selectFrom("incidents")
    .select("id")
    .where("state", "in", [...openStates])
    .where("tellAfter", ">", services.now().toISOString())
    .execute();
  const answered: string[] = [];
  for (const { id } of rows) {
    const isAnswered = await transact(systemContext(services), async (tx) => {
      if (!(await haveAnswered(tx, id))) return false;
      await tx.db.updateTable("incidents").set({ tellAfter: tx.now().toISOString() }).where("id", "=", id).execute();
      return true;
    });
    if (isAnswered) answered.push(id);
  }
  return answered;
}

async function tellOpening(tx: Tx, id: string): Promise<void> {
  const at = tx.now().toISOString();
  const incident = await tx.db
    .updateTable("incidents")
    .set((eb) => ({ tellAfter: null, toldAt: eb.fn.coalesce("toldAt", eb.val(at)) }))
    .where("id", "=", id)
    .where("tellAfter", "<=", at)
    .where("state", "in", [...openStates])
    .returning(["id", "number", "title", "severity", "kind", "cause", "toldAt"])
    .executeTakeFirst();
  if (!incident) return;
  const inCharge = incident.kind === "targets" ? await peopleInCharge(tx.db, id) : await readMaintainers(tx.db);
  // Whoever heard because nobody took care of it has heard, even if something of theirs comes in later.
  const known = new Set(await toldOf(tx, id));
  const people = inCharge.filter((userId) => !known.has(userId));
  const message = await describe(tx, incident);
  const told = await tell(tx, incident, { occasion: "opened", people, title: headline(incident), message });
  if (incident.toldAt === at) await signalOpened(tx, id);
  tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
  if (told.length > 0) await writeEntry(tx, id, { kind: "told", text: await namesOf(tx, told) });
}

const headline = ({ number, title }: ToldIncident) => `Störung #${number}: ${title}`;

async function dueReminders({ db, now }: Working): Promise<{ id: string; reminded: number }[]> {
  const rows = await db
    .selectFrom("incidents")
    .select(["id", "reminded", "startedAt"])
    .where("state", "=", "open")
    .where("toldAt", "is not", null)
    .where("reminded", "<", reminderHours.length)
    .execute();
  // What was taken care of for hours and then given back is one reminder, not all that have passed.
  const passed = ({ startedAt }: { startedAt: string }) =>
    reminderHours.filter((_, index) => reminderAt(startedAt, index) <= now().getTime()).length;
  return rows.flatMap((row) => (passed(row) > row.reminded ? [{ id: row.id, reminded: passed(row) }] : []));
}

const reminderAt = (startedAt: string, reminded: number) =>
  Date.parse(startedAt) + (reminderHours[reminded] ?? Number.POSITIVE_INFINITY) * hourMs;

async function remind(tx: Tx, id: string, reminded: number): Promise<void> {
  const incident = await tx.db
    .updateTable("incidents")
    .set({ reminded })
    .where("id", "=", id)
    .where("reminded", "<", reminded)
    .where("state", "=", "open")
    .returning(["id", "number", "title", "severity", "kind", "cause"])
    .executeTakeFirst();
  if (!incident) return;
  const hours = reminderHours[reminded - 1];
  const people = await toldOf(tx, id);
  const told = await tell(tx, incident, {
    occasion: `reminded${reminded}` as Occasion,
    people,
    title: `Noch offen: ${incident.title}`,
    message: `Störung #${incident.number} ist seit ${hours === 1 ? "einer Stunde" : `${hours} Stunden`} offen, und niemand kümmert sich darum.`,
  });
  if (told.length > 0) await writeEntry(tx, id, { kind: "reminded", text: await namesOf(tx, told) });
}

async function toldOf(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom("incidentMessages")
    .select("userId")
    .distinct()
    .where("incidentId", "=", id)
    .orderBy("userId")
    .execute();
  return rows.map(({ userId }) => userId);
}

async function dueEscalations({ db, now }: Working): Promise<string[]> {
  const rows = await db
    .selectFrom("incidents")
    .select(["id", "startedAt", "severity"])
    .where("state", "=", "open")
    .where("toldAt", "is not", null)
    .where("escalatedAt", "is", null)
    .execute();
  return rows.filter((row) => escalationAt(row) <= now().getTime()).map(({ id }) => id);
}

const escalationAt = ({ startedAt, severity }: { startedAt: string; severity: IncidentSeverity }) =>
  Date.parse(startedAt) + escalationMinutes[severity] * minuteMs;

/** Those who look after everything hear of what nobody takes care of; who has heard of it already does not again. */
async function escalate(tx: Tx, id: string): Promise<void> {
  const incident = await tx.db
    .updateTable("incidents")
    .set({ escalatedAt: tx.now().toISOString() })
    .where("id", "=", id)
    .where("escalatedAt", "is", null)
    .where("state", "=", "open")
    .returning(["id", "number", "title", "severity", "kind", "cause"])
    .executeTakeFirst();
  if (!incident) return;
  const known = new Set(await toldOf(tx, id));
  const people = (await readMaintainers(tx.db)).filter((userId) => !known.has(userId));
  const message = `Bisher kümmert sich niemand. ${await describe(tx, incident)}`;
  const told = await tell(tx, incident, { occasion: "escalated", people, title: headline(incident), message });
  if (told.length > 0) await writeEntry(tx, id, { kind: "escalated", text: await namesOf(tx, told) });
}

/** How often it is asked whether the siblings have answered. */
const lookAgainMs = 5000;

/** In how many milliseconds something is due again; undefined when nothing is. */
async function nextDue({ db, now }: Working, silenced: ReadonlySet<string>): Promise<number | undefined> {
  const rows = await db
    .selectFrom("incidents")
    .select(["id", "startedAt", "tellAfter", "toldAt", "reminded", "escalatedAt", "severity", "state"])
    .where("state", "in", [...openStates])
    .execute();
  const moments = rows.flatMap((row) => {
    if (silenced.has(row.id)) return [now().getTime() + minuteMs];
    const waiting = row.tellAfter ? [Math.min(Date.parse(row.tellAfter), now().getTime() + lookAgainMs)] : [];
    if (row.toldAt === null || row.state === "claimed") return waiting;
    return [...waiting, reminderAt(row.startedAt, row.reminded), ...(row.escalatedAt ? [] : [escalationAt(row)])];
  });
  const next = Math.min(...moments.filter(Number.isFinite));
  return Number.isFinite(next) ? Math.min(Math.max(next - now().getTime(), 50), minuteMs) : undefined;
}

/** Tells of incidents from now on, as soon as something is due; `stop` waits for the round under way. */
export const startIncidentMessages = (services: Working & { log: Log }) =>
  startWorker(services, {
    worker: "incidents",
    run: () => tellDue(services),
    failure: "incidents could not be told",
  });
