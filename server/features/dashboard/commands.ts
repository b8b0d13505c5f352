import type { z } from "zod";
import type { remindOfDeadline, snoozeDeadline } from "../../../contract/dashboard/dashboard-input.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readOpenOf } from "../deadlines/queries.ts";
import { remindResponsible } from "../deadlines/remind.ts";

/** Puts a deadline away until a day, for the person alone; without days it is back at once. */
export async function snooze(
  ctx: PersonContext,
  { kind, id, days }: z.infer<typeof snoozeDeadline>,
): Promise<{ id: string }> {
  const deadline = await readOpenOf(ctx, { kind, id });
  const key = { userId: ctx.person.id, deadlineId: deadline.id };
  if (days === null) {
    await ctx.db
      .deleteFrom("deadlineSnoozes")
      .where("userId", "=", key.userId)
      .where("deadlineId", "=", key.deadlineId)
      .execute();
    return { id };
  }
  const until = addDays(portalDate(ctx.now()), days);
  await ctx.db
    .insertInto("deadlineSnoozes")
    .values({ ...key, until })
    .onConflict((conflict) => conflict.columns(["userId", "deadlineId"]).doUpdateSet({ until }))
    .execute();
  return { id };
}

/** Tells whoever has a thing, or is responsible for it, of its date. */
export async function remind(
  ctx: PersonContext,
  { kind, id }: z.infer<typeof remindOfDeadline>,
): Promise<{ id: string }> {
  await remindResponsible(ctx, await readOpenOf(ctx, { kind, id }));
  return { id };
}
