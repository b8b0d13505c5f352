import type { z } from "zod";
import type * as contract from "../../../contract/notifications.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { toNotification } from "./queries.ts";

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
      .returning(["id", "forUserId", "title", "message", "category", "link", "readAt", "createdAt"])
      .executeTakeFirst();
    if (!row) throw notFound();
    return toNotification(row);
  });
}

export async function deleteNotification(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("notifications")
      .where("id", "=", id)
      .where("forUserId", "=", ctx.person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    return { id };
  });
}
