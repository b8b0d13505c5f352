import { sql } from "kysely";
import type { z } from "zod";
import type { remindOfDeadline, snoozeDeadline } from "../../../contract/dashboard/dashboard-input.ts";
import { type DeadlineKind, deadlineRule } from "../../../contract/deadlines/deadlines.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { addressOf, selectDeadlines } from "./deadline-sources.ts";

/** Puts a deadline away until a day, for the person alone; without days it is back at once. */
export async function snooze(
  ctx: PersonContext,
  { kind, id, days }: z.infer<typeof snoozeDeadline>,
): Promise<{ id: string }> {
  await readDeadline(ctx, kind, id);
  const key = { userId: ctx.person.id, kind, recordId: id };
  if (days === null) {
    await ctx.db
      .deleteFrom("deadlineSnoozes")
      .where("userId", "=", key.userId)
      .where("kind", "=", kind)
      .where("recordId", "=", id)
      .execute();
    return { id };
  }
  const until = addDays(portalDate(ctx.now()), days);
  await ctx.db
    .insertInto("deadlineSnoozes")
    .values({ ...key, until })
    .onConflict((conflict) => conflict.columns(["userId", "kind", "recordId"]).doUpdateSet({ until }))
    .execute();
  return { id };
}

/** Tells whoever has a thing, or is responsible for it, of its date. */
export async function remind(
  ctx: PersonContext,
  { kind, id }: z.infer<typeof remindOfDeadline>,
): Promise<{ id: string }> {
  const { title, type, dueOn, customerId, remindedId } = await readDeadline(ctx, kind, id);
  if (!remindedId || remindedId === ctx.person.id)
    throw new Problem("precondition", { message: "Hier gibt es niemanden, den du erinnern kannst." });
  const { label } = deadlineRule(kind);
  return transact(ctx, async (tx) => {
    await notify(tx, {
      forUserId: remindedId,
      title: `${label}: ${title}`,
      message: `<b>${escapeHtml(ctx.person.name)}</b> erinnert dich: ${escapeHtml(title)}, ${label}, ${formatCalendarDate(dueOn)}.`,
      category: type === "device" ? "device" : "domain",
      link: addressOf({ type, id, customerId }),
      groupKey: `deadline:${kind}:${id}`,
      asksForAction: true,
    });
    return { id };
  });
}

interface Found {
  title: string;
  type: string;
  dueOn: string;
  customerId: string | null;
  remindedId: string | null;
}

async function readDeadline({ db, person, now }: PersonContext, kind: DeadlineKind, id: string): Promise<Found> {
  const today = portalDate(now());
  const range = { from: addDays(today, -yearDays), today, to: addDays(today, yearDays), personId: person.id };
  const { rows } = await sql<Found>`select d.* from (${selectDeadlines(kind, range)}) as d where d.id = ${id}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Wider than any list shows, so that what was on screen is found. */
const yearDays = 366;
