import { sql } from "kysely";
import type { z } from "zod";
import type * as contract from "../../../contract/notifications/notifications.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { systemContext, transact } from "../../db/transact.ts";
import type { Signal } from "../../live/publisher.ts";
import { announced } from "../../notifications/notify.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext, Services } from "../../trpc/context.ts";
import { notificationColumns, toNotification } from "./queries.ts";

export async function updateNotification(
  ctx: PersonContext,
  { params, body }: z.infer<typeof contract.updateNotification>,
): Promise<contract.Notification> {
  return transact(ctx, async (tx) => {
    const row = await tx.db
      .updateTable("notifications")
      .set((eb) => ({
        readAt: body.read ? eb.fn.coalesce("readAt", eb.val(ctx.now().toISOString())) : null,
      }))
      .where("id", "=", params.id)
      .where("forUserId", "=", ctx.person.id)
      .returning([...notificationColumns])
      .executeTakeFirst();
    if (!row) throw notFound();
    tx.signal(unreadChanged(ctx));
    return toNotification(row);
  });
}

export async function markAllRead(ctx: PersonContext): Promise<{ marked: number }> {
  return transact(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("notifications")
      .set({ readAt: ctx.now().toISOString() })
      .where("forUserId", "=", ctx.person.id)
      .where("readAt", "is", null)
      .where("snoozedUntil", "is", null)
      .where("inBell", "=", sql.lit(1))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) tx.signal(unreadChanged(ctx));
    return { marked: Number(numUpdatedRows) };
  });
}

/** Puts a notification away until a time, when it comes back unread; without one it is back at once. */
export async function snoozeNotification(
  ctx: PersonContext,
  { id, until }: z.infer<typeof contract.snoozeNotification>,
): Promise<contract.Notification> {
  return transact(ctx, async (tx) => {
    const snoozedUntil = until && snoozeEnd(until, ctx.now()).toISOString();
    const row = await tx.db
      .updateTable("notifications")
      .set({ snoozedUntil, readAt: null })
      .where("id", "=", id)
      .where("forUserId", "=", ctx.person.id)
      .where("inBell", "=", sql.lit(1))
      .returning([...notificationColumns])
      .executeTakeFirst();
    if (!row) throw notFound();
    tx.signal(until ? unreadChanged(ctx) : announced(row, ctx.person.id));
    return toNotification(row);
  });
}

const evening = "18:00";
const morning = "08:00";

/** The end of a snooze that begins now; an evening that is over is the next one. */
export function snoozeEnd(until: contract.Snooze, now: Date): Date {
  const { day, time, weekday } = portalTime(now);
  if (until === "hour") return new Date(now.getTime() + hourMs);
  if (until === "evening") return portalMoment(time < evening ? day : addDays(day, 1), evening);
  if (until === "tomorrow") return portalMoment(addDays(day, 1), morning);
  const daysToMonday = (8 - weekday) % 7 || 7;
  return portalMoment(addDays(day, daysToMonday), morning);
}

export async function deleteNotification(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("notifications")
      .where("id", "=", id)
      .where("forUserId", "=", ctx.person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    tx.signal(unreadChanged(ctx));
    return { id };
  });
}

/** Empties the bell; what waits to come back later stays. */
export async function deleteAllNotifications(ctx: PersonContext): Promise<{ deleted: number }> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("notifications")
      .where("forUserId", "=", ctx.person.id)
      .where("snoozedUntil", "is", null)
      .where("inBell", "=", sql.lit(1))
      .executeTakeFirst();
    if (numDeletedRows > 0n) tx.signal(unreadChanged(ctx));
    return { deleted: Number(numDeletedRows) };
  });
}

/** Tells the other windows and devices of the person; the page that asked knows already. */
function unreadChanged({ person, socketId }: PersonContext): Signal {
  const payload = { user: { id: person.id } };
  return { event: "unreadChanged", payload, toUserId: person.id, ...(socketId && { exceptSocketId: socketId }) };
}

const maxAtOnce = 500;

/** Brings back what was put away until now, as unread and with a signal, each by itself. */
export async function endSnoozes(services: Services): Promise<void> {
  const at = services.now().toISOString();
  const due = await services.db
    .selectFrom("notifications")
    .select("id")
    .where("snoozedUntil", "<=", at)
    .orderBy("snoozedUntil")
    .limit(maxAtOnce)
    .execute();
  for (const { id } of due) {
    await transact(systemContext(services), async (tx) => {
      const back = await tx.db
        .updateTable("notifications")
        .set({ snoozedUntil: null, readAt: null, createdAt: at })
        .where("id", "=", id)
        .where("snoozedUntil", "<=", at)
        .returning(["id", "title", "forUserId"])
        .executeTakeFirst();
      if (back) tx.signal(announced(back, back.forUserId));
    });
  }
}

/** Removes notifications whose time is over. */
export async function removeExpiredNotifications({ db, now }: Services): Promise<void> {
  await db.deleteFrom("notifications").where("expiresAt", "<=", now().toISOString()).execute();
}
