import { hourMs } from "../../contract/time/durations.ts";
import { actingAs } from "../auth/surroundings.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { sanitizeMessage } from "../notifications/notify.ts";
import type { Services } from "../trpc/context.ts";
import { sampleNotifications } from "./notifications.ts";

const keptDays = 10;

/**
 * Leaves everybody the notifications of the last days, nearly all of them read and none waiting for a mail, and adds
 * what the first person has been told of besides.
 */
export async function settleNotifications(services: Services, readerId: string): Promise<void> {
  const now = services.now().getTime();
  const before = (hours: number) => new Date(now - hours * hourMs).toISOString();
  await transact(actingAs(services, readerId), async ({ db }) => {
    await db
      .deleteFrom("notifications")
      .where("createdAt", "<", before(keptDays * 24))
      .execute();
    await db.updateTable("notifications").set({ mailDueAt: null, inDigest: 0 }).execute();
    await db
      .updateTable("notifications")
      .set((eb) => ({ readAt: eb.ref("createdAt") }))
      .where((eb) => eb.or([eb("createdAt", "<", before(36)), eb("forUserId", "=", readerId)]))
      .where((eb) => eb.or([eb("createdAt", "<", before(1)), eb("category", "!=", "chat")]))
      .execute();
    for (const { hoursAgo, read, message, link, ...notification } of sampleNotifications) {
      const createdAt = before(hoursAgo);
      await db
        .insertInto("notifications")
        .values({
          ...notification,
          id: newId(),
          forUserId: readerId,
          message: sanitizeMessage(message),
          link: link ?? null,
          readAt: read ? createdAt : null,
          createdAt,
        })
        .execute();
    }
  });
}
