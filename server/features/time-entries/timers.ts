import { sql } from "kysely";
import type { z } from "zod";
import { minuteMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { startTimer, stopTimer } from "../../../contract/time-entries/timer-input.ts";
import type { MonthOfWork, Timer, WorkSummary } from "../../../contract/time-entries/timers.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { assertActiveCustomer } from "../../records/active-customer.ts";
import { createRecordIn } from "../../records/commands.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { timeEntries } from "./store.ts";

/** The time that runs for the asking person; null where none does. */
export async function readTimer({ db, person }: PersonContext): Promise<Timer | null> {
  const row = await db
    .selectFrom("runningTimers as t")
    .innerJoin("customers as c", "c.id", "t.customerId")
    .leftJoin("websites as w", "w.id", "t.websiteId")
    .select(["t.label", "t.startedAt", "c.id as customerId", "c.title as customer", "w.id as websiteId"])
    .select("w.title as website")
    .where("t.userId", "=", person.id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    customer: { id: row.customerId, label: row.customer },
    website: row.websiteId && row.website ? { id: row.websiteId, label: row.website } : null,
    label: row.label,
    startedAt: new Date(row.startedAt),
  };
}

/** Lets the time run for the person. One runs at a time, whichever tab or process started it. */
export async function start(
  ctx: PersonContext,
  { customerId, websiteId, label }: z.output<typeof startTimer>,
): Promise<Timer> {
  await transact(ctx, async (tx) => {
    await assertActiveCustomer(tx, customerId);
    if (websiteId) {
      const site = await tx.db
        .selectFrom("websites")
        .select("customerId")
        .where("id", "=", websiteId)
        .executeTakeFirst();
      if (site?.customerId !== customerId) throw invalidField("websiteId", "Website: Gehört zu einem anderen Kunden.");
    }
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto("runningTimers")
      .values({
        userId: ctx.person.id,
        customerId,
        websiteId: websiteId ?? null,
        label,
        startedAt: tx.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column("userId").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n)
      throw new Problem("conflict", { message: "Deine Zeit läuft schon. Halte sie zuerst an." });
  });
  const timer = await readTimer(ctx);
  if (!timer) throw notFound();
  return timer;
}

/** Ends the time that runs and enters it, in whole minutes, begun ones counted. */
export async function stop(ctx: PersonContext, { label }: z.output<typeof stopTimer>): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const timer = await tx.db
      .deleteFrom("runningTimers")
      .where("userId", "=", ctx.person.id)
      .returningAll()
      .executeTakeFirst();
    if (!timer) throw new Problem("conflict", { message: "Deine Zeit läuft nicht mehr." });
    const text = label ?? timer.label;
    if (text === "") throw invalidField("label", "Leistung: Pflichtfeld.");
    const passed = Math.max(0, tx.now().getTime() - Date.parse(timer.startedAt));
    const minutes = Math.min(14_400, Math.max(1, Math.ceil(passed / minuteMs)));
    const { customerId, websiteId } = timer;
    const workedOn = portalDate(new Date(timer.startedAt));
    return createRecordIn(tx, timeEntries, ctx, {
      label: text,
      customerId,
      websiteId,
      minutes,
      workedOn,
      billable: true,
    });
  });
}

/** Throws what runs away without entering it. */
export async function discard(ctx: PersonContext): Promise<{ id: string }> {
  await ctx.db.deleteFrom("runningTimers").where("userId", "=", ctx.person.id).execute();
  return { id: ctx.person.id };
}

const maxMonths = 12;

/** What was worked for a customer month by month, beside what a month includes. Throws not_found. */
export async function summariseWork({ db }: PersonContext, { id }: { id: string }): Promise<WorkSummary> {
  const customer = await db.selectFrom("customers").select("includedMinutes").where("id", "=", id).executeTakeFirst();
  if (!customer) throw notFound();
  const { rows } = await sql<MonthOfWork>`
    select substr(worked_on, 1, 7) as month, sum(minutes) as minutes,
      sum(case when billable = 1 then minutes else 0 end) as billable_minutes,
      sum(case when billable = 1 and billed_at is not null then minutes else 0 end) as billed_minutes
    from time_entries where customer_id = ${id} and archived_at is null
    group by 1 order by 1 desc limit ${maxMonths}`.execute(db);
  return { includedMinutes: customer.includedMinutes, months: rows };
}
