import type { z } from "zod";
import type { remindOfDeadline, snoozeNeed } from "../../../contract/dashboard/dashboard-input.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { snooze as snoozeDeadline } from "../deadlines/commands.ts";
import { readOpenOf } from "../deadlines/queries.ts";
import { remindResponsible } from "../deadlines/remind.ts";
import { needSourceOf } from "../needs/sources.ts";

/** Puts something away until a day, for the person alone; null brings it back. */
export async function snooze(
  ctx: PersonContext,
  { source, id, until }: z.infer<typeof snoozeNeed>,
): Promise<{ id: string }> {
  if (source === "deadline") {
    await snoozeDeadline(ctx, { id, until });
    return { id };
  }
  if (!(await needSourceOf(source)?.has?.(ctx, id))) throw notFound();
  if (until !== null && until <= portalDate(ctx.now()))
    throw invalidField("until", "Später: Der Tag liegt nicht in der Zukunft.");
  const key = { userId: ctx.person.id, source, subjectId: id };
  await transact(ctx, async ({ db }) => {
    await db
      .deleteFrom("needSnoozes")
      .where("userId", "=", key.userId)
      .where("source", "=", source)
      .where("subjectId", "=", id)
      .execute();
    if (until !== null)
      await db
        .insertInto("needSnoozes")
        .values({ ...key, until })
        .execute();
  });
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
