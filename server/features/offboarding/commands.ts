import type { z } from "zod";
import { countThings, lastAdminMessage } from "../../../contract/offboarding/offboarding.ts";
import type { takeBack as takeBackInput } from "../../../contract/offboarding/offboarding-input.ts";
import { deleteSessionsOf } from "../../auth/session-ends.ts";
import { endTokensAndFeeds } from "../../auth/tokens-and-feeds.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { checkIn } from "../devices/movements.ts";
import { deactivateUser } from "../users/membership.ts";
import { isLastAdmin, readBelongings } from "./queries.ts";
import { readLeaving, writeEntry } from "./runs.ts";

/** Takes devices back from a person; returns how many came back. */
export async function takeBack(
  ctx: PersonContext,
  { id, deviceIds, ...details }: z.output<typeof takeBackInput>,
): Promise<{ moved: number }> {
  const leaving = await readLeaving(ctx.db, id);
  const theirs = await ctx.db
    .selectFrom("devices")
    .select(["id", "title"])
    .where("id", "in", deviceIds)
    .where("assignedUserId", "=", id)
    .where("archivedAt", "is", null)
    .execute();
  if (theirs.length === 0) return { moved: 0 };
  const things = theirs.map((device) => ({ type: "device" as const, ...device }));
  const writing = {
    ...ctx,
    alongside: async (tx: Tx) => {
      await ctx.alongside?.(tx);
      await writeEntry(tx, leaving, { byId: ctx.person.id, step: "devices", details: { things } });
    },
  };
  await checkIn(writing, { ...details, deviceIds: theirs.map((device) => device.id) });
  return { moved: theirs.length };
}

/** Revokes the tokens of a person and ends their calendar feeds and sessions, save the session that asks. */
export async function endAccess(ctx: PersonContext, { id }: { id: string }): Promise<{ ended: number }> {
  const leaving = await readLeaving(ctx.db, id);
  const ended = await transact(ctx, async (tx) => {
    const { tokens, feeds } = await endTokensAndFeeds(tx, id);
    const own = id === ctx.person.id ? ctx.sessionId : undefined;
    const sessions = await deleteSessionsOf(tx.db, id, own);
    if (sessions.length > 0)
      await tx.record({
        kind: "session.all-ended",
        subject: { type: "user", id },
        after: { endedSessions: sessions.length },
      });
    if (tokens.length + feeds.length + sessions.length > 0)
      await writeEntry(tx, leaving, {
        byId: ctx.person.id,
        step: "access",
        details: { tokens, feeds, sessions: sessions.length },
      });
    return { others: tokens.length + feeds.length, sessions };
  });
  for (const sessionId of ended.sessions) ctx.live.disconnect({ sessionId });
  return { ended: ended.others + ended.sessions.length };
}

/** Closes the account, if it is open, and the way out with it; what is still theirs is written down. */
export async function finish(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const before = await readLeaving(ctx.db, id);
  if (await isLastAdmin(ctx.db, id)) throw new Problem("precondition", { message: lastAdminMessage });
  await endAccess(ctx, { id });
  if (!before.deactivatedAt) await deactivateUser(ctx, { id });
  const left = countThings(await readBelongings(ctx, id));
  await transact(ctx, async (tx) => {
    const leaving = await readLeaving(tx.db, id);
    const runId = await writeEntry(tx, leaving, { byId: ctx.person.id, step: "account", details: { left } });
    await tx.db
      .updateTable("offboardings")
      .set({ finishedAt: ctx.now().toISOString() })
      .where("id", "=", runId)
      .execute();
    await tx.record({ kind: "user.left", subject: { type: "user", id }, after: { left } });
  });
  return { id };
}
