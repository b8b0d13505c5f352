import { deleteSessionsOf } from "../../auth/session-ends.ts";
import { endTokensAndFeeds } from "../../auth/tokens-and-feeds.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";

export async function revokeSession(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  await transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("userId", "=", ctx.person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await tx.record({ kind: "session.ended", subject: { type: "session", id } });
  });
  ctx.live.disconnect({ sessionId: id });
  return { id };
}

/** „Überall abmelden“: every session of this person ends, the asking one too, and what lets programs in as them. */
export async function revokeAllSessions(
  ctx: PersonContext,
  { endsTokens }: { endsTokens: boolean },
): Promise<{ endedSessions: number }> {
  const { id } = ctx.person;
  const after = await transact(ctx, async (tx) => {
    if (endsTokens) await endTokensAndFeeds(tx, id);
    const after = { endedSessions: (await deleteSessionsOf(tx.db, id)).length };
    await tx.record({ kind: "session.all-ended", subject: { type: "user", id }, after });
    return after;
  });
  ctx.live.disconnect({ userId: id });
  return after;
}
