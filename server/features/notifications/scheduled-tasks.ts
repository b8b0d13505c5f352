import { systemContext, transact } from "../../db/transact.ts";
import { announced } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";

const most = 500;

/** Brings back what was put away until now, as unread and with a signal, each by itself. */
export async function endSnoozes(services: Services): Promise<void> {
  const at = services.now().toISOString();
  const due = await services.db
    .selectFrom("notifications")
    .select("id")
    .where("snoozedUntil", "<=", at)
    .orderBy("snoozedUntil")
    .limit(most)
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
