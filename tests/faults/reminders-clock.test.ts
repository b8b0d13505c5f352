import { sql } from "kysely";
import { expect, test } from "vitest";
import { minuteMs } from "../../contract/time/durations.ts";
import { portalMoment } from "../../contract/time/portal-time.ts";
import { addDays } from "../../contract/time/today.ts";
import { createSampleAgency } from "../../server/sample/agency.ts";
import { type Office, openOffice } from "../support/office.ts";
import { repetitions } from "../support/repetitions.ts";

const days = repetitions(100, 1826);
/** Clocks go forward on the 28th of March, which is Easter Sunday. */
const start = "2027-02-10";

const easters = ["2027-03-28", "2028-04-16", "2029-04-01", "2030-04-21", "2031-04-13", "2032-03-28"];
const feasts = ["01-01", "05-01", "10-03", "12-25", "12-26"];
const holidays = new Set(
  easters.flatMap((easter) => [
    ...[-2, 1, 39, 50].map((after) => addDays(easter, after)),
    ...feasts.map((day) => `${easter.slice(0, 4)}-${day}`),
  ]),
);
const isDayOff = (day: string) => holidays.has(day) || [0, 6].includes(new Date(`${day}T12:00Z`).getUTCDay());

interface Kept {
  id: string;
  kind: string;
  target: string;
  dueOn: string;
  cancelBy: string | null;
  asksUntil: string | null;
  quiet: number;
  responsibleUserId: string | null;
  concernedUserId: string | null;
  /** To everybody with which role a task was given. */
  taskGroup: string | null;
}

/** On which day which reminder of a date comes, by walking from day to day; most dates stay as they are for months. */
const remindersOf = memoize((counted: string): { on: string; lead: number }[] => {
  const walk = (day: string, step: number): string => (isDayOff(day) ? walk(addDays(day, step), step) : day);
  const before = [60, 30, 14, 7, 1, 0].map((lead) => ({ on: walk(addDays(counted, -lead), -1), lead }));
  const after = [1, 7, 30].map((late) => ({ on: walk(addDays(counted, late), 1), lead: -late }));
  return [...before, ...after];
});

function memoize<Answer>(answer: (day: string) => Answer): (day: string) => Answer {
  const known = new Map<string, Answer>();
  return (day) => {
    const found = known.get(day) ?? answer(day);
    known.set(day, found);
    return found;
  };
}

async function openDeadlines({ services }: Office, today: string): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select id, kind, target_type || ':' || target_id as target, due_on, cancel_by, asks_until, quiet, responsible_user_id,
      concerned_user_id, (select t.assignee_group from tasks as t where d.target_type = 'task' and t.id = d.target_id) as task_group
    from deadlines as d where state = 'open' and archived = 0`.execute(services.db);
  const isCancelOfItsOwn = ({ id, target, dueOn, cancelBy }: Kept) =>
    cancelBy !== dueOn &&
    rows.some((other) => other.id !== id && other.target === target && other.dueOn === cancelBy && cancelBy >= today);
  return rows.filter(
    (row) => !row.quiet && !isCancelOfItsOwn(row) && (row.asksUntil === null || row.asksUntil >= today),
  );
}

test(`people are told of each date once and in time, day by day for ${days} days`, {
  timeout: repetitions(900_000, days * 2000),
}, async () => {
  const office = await openOffice();
  const { services } = office;
  const { db } = services;
  const goTo = (day: string, time: string) =>
    office.advance(portalMoment(day, time).getTime() - services.now().getTime());
  goTo(start, "09:00");
  const admin = await office.hire({ role: "admin" });
  await createSampleAgency(services, admin);
  const api = await office.as(admin);
  const people = await db.selectFrom("users").select(["id", "role"]).where("joinedAt", "is not", null).execute();
  const maintainers = people.filter(({ role }) => role === "maintainer").map(({ id }) => id);
  const known = new Set(people.map(({ id }) => id));
  const told = new Map<string, number>();
  let [count, afterBreak, forwarded] = [0, 0, 0];
  let away: { userId: string; deputyId: string; until: string } | undefined;

  const peopleOf = ({ kind, responsibleUserId, concernedUserId, taskGroup }: Kept, lead: number): string[] => {
    if (taskGroup) return people.filter(({ role }) => role === taskGroup).map(({ id }) => id);
    const owner = kind === "deviceReturn" && lead <= -7 && concernedUserId;
    const author = kind === "task" && concernedUserId;
    const one = [owner, responsibleUserId, author].find((id) => id && known.has(id));
    return one ? [one] : maintainers;
  };

  async function expectedOn(today: string): Promise<string[]> {
    const expected: string[] = [];
    for (const row of await openDeadlines(office, today)) {
      if (row.dueOn < addDays(today, -60)) continue;
      const counted = row.cancelBy !== null && row.cancelBy >= today ? row.cancelBy : row.dueOn;
      // A page is reviewed on its day: before that there is nothing to do.
      const isIts = (lead: number) => row.kind !== "wikiReview" || lead <= 0;
      const last = remindersOf(counted).findLast(({ on, lead }) => on <= today && isIts(lead));
      if (!last) continue;
      for (const person of peopleOf(row, last.lead)) {
        const key = [row.id, counted, person].join(" ");
        if ((told.get(key) ?? Number.POSITIVE_INFINITY) <= last.lead) continue;
        told.set(key, last.lead);
        expected.push(`${key} ${last.lead}`);
      }
    }
    return expected.sort();
  }

  async function turn(today: string): Promise<void> {
    goTo(today, "00:05");
    await services.jobs.run(services, "terms");
    goTo(today, "03:30");
    await services.jobs.run(services, "deadlines");
    goTo(today, "07:00");
    const expected = await expectedOn(today);
    await services.jobs.run(services, "reminders");
    const sent = await db.selectFrom("reminders").selectAll().where("sentOn", "=", today).execute();
    const found = sent.map(({ deadlineId, countedOn, userId, lead }) =>
      [deadlineId, countedOn, userId, lead].join(" "),
    );
    expect({ today, reminders: found.sort() }).toEqual({ today, reminders: expected });
    count += found.length;
    const notes = await db
      .selectFrom("notifications")
      .select(["forUserId", "title", "message"])
      .where("createdAt", "=", services.now().toISOString())
      .where("category", "in", ["deadline", "contract", "device", "task", "wiki"])
      .execute();
    // Each person is told of as many as there are reminders of theirs, in a notification for each of their topics.
    const own = notes.filter(({ message }) => !message.includes("In Vertretung für"));
    const passedOn = notes.filter((note) => !own.includes(note)).map(({ forUserId, title }) => [forUserId, title]);
    const isAway = away !== undefined && today <= away.until;
    const missed = own.filter(({ forUserId }) => isAway && forUserId === away?.userId);
    expect({ today, passedOn }).toEqual({ today, passedOn: missed.map(({ title }) => [away?.deputyId, title]) });
    forwarded += passedOn.length;
    for (const person of new Set(sent.map(({ userId }) => userId))) {
      const named = own
        .filter(({ forUserId }) => forUserId === person)
        .map(({ title }) => Number(/^Heute: (\d+) Fristen/.exec(title)?.[1] ?? 1));
      const rows = sent.filter(({ userId }) => userId === person).length;
      expect({ today, person, named: named.reduce((sum, each) => sum + each, 0) }).toEqual({
        today,
        person,
        named: rows,
      });
    }
    // Asked once more, nobody is told anything again.
    office.advance(minuteMs);
    await services.jobs.run(services, "reminders");
    expect(await db.selectFrom("reminders").select("lead").where("sentOn", "=", today).execute()).toHaveLength(
      found.length,
    );
  }

  const happens = new Map<number, (today: string) => Promise<unknown>>([
    [5, moveDate],
    [26, leaveForTenDays],
    [36, moveResponsibility],
  ]);
  for (let day = 1; day <= days; day += 1) {
    // For ten days the portal is off.
    if (day > 14 && day <= 24) continue;
    const today = addDays(start, day);
    const before = count;
    await turn(today);
    if (day === 25) afterBreak = count - before;
    await happens.get(day)?.(today);
  }
  const failed = await db.selectFrom("jobRuns").select(["name", "error"]).where("error", "is not", null).execute();
  expect(failed).toEqual([]);
  expect([count > days, afterBreak > 0, forwarded > 0]).toEqual([true, true, true]);

  async function moveDate(today: string): Promise<void> {
    const domain = await db
      .selectFrom("domains")
      .select(["id", "version"])
      .where("renewsAt", ">=", addDays(today, 3))
      .where("renewsAt", "<=", addDays(today, 25))
      .where("archivedAt", "is", null)
      .executeTakeFirstOrThrow();
    const body = { renewsAt: addDays(today, 40), autoRenew: false };
    await api.domain.update({ params: { id: domain.id }, body, version: domain.version });
  }

  /** Whoever has most to do is away; a colleague stands in. */
  async function leaveForTenDays(today: string): Promise<void> {
    const { userId } = await db
      .selectFrom("reminders")
      .select("userId")
      .groupBy("userId")
      .orderBy(sql`count(*)`, "desc")
      .executeTakeFirstOrThrow();
    const absent = people.find(({ id }) => id === userId);
    const deputyId = people.find(({ id, role }) => id !== userId && role === "member")?.id ?? "";
    const { notification } = await office.as(absent && { ...absent, name: "" });
    away = { userId, deputyId, until: addDays(today, 10) };
    await notification.setAbsence({ awayUntil: away.until, deputyId });
  }

  async function moveResponsibility(): Promise<void> {
    const rows = await db
      .selectFrom("domains")
      .select(["id", "version"])
      .where("archivedAt", "is", null)
      .limit(30)
      .execute();
    for (const { id, version } of rows)
      await api.domain.update({ params: { id }, body: { responsibleUserId: admin.id }, version });
  }
});
