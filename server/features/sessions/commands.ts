import { beginAccessEpoch } from "../../auth/access-epoch.ts";
import { deviceLabel } from "../../auth/devices.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { deleteSessionsOf } from "../../auth/session-ends.ts";
import { endTokensAndFeeds } from "../../auth/tokens-and-feeds.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { assertUserExists } from "../users/assert-user-exists.ts";

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
  const { after, accessEpoch } = await transact(ctx, async (tx) => {
    if (endsTokens) await endTokensAndFeeds(tx, id);
    const after = { endedSessions: (await deleteSessionsOf(tx.db, id)).length };
    const accessEpoch = await beginAccessEpoch(tx.db, id);
    await tx.record({ kind: "session.all-ended", subject: { type: "user", id }, after });
    return { after, accessEpoch };
  });
  ctx.rememberBrowser?.({ id, accessEpoch });
  ctx.live.disconnect({ userId: id });
  return after;
}

const refuseOwn = (ctx: PersonContext, userId: string) => {
  if (userId === ctx.person.id)
    throw new Problem("precondition", { message: "Die eigenen Sitzungen beendest du unter „Sicherheit“." });
};

/** Ends one sign-in of somebody else, who is told of it. */
export async function revokeSessionOf(
  ctx: PersonContext,
  { userId, id }: { userId: string; id: string },
): Promise<{ id: string }> {
  refuseOwn(ctx, userId);
  await transact(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("userId", "=", userId)
      .returning("userAgent")
      .executeTakeFirst();
    if (!ended) throw notFound();
    const device = deviceLabel(ended.userAgent);
    await tx.record({ kind: "session.ended", subject: { type: "user", id: userId }, after: { device } });
    await noticeSecurity(tx, {
      userId,
      title: "Sitzung beendet",
      text: `${ctx.person.name} hat deine Sitzung beendet: ${device}.`,
    });
  });
  ctx.live.disconnect({ sessionId: id });
  return { id };
}

/** Signs somebody else out everywhere, who is told of it. */
export async function revokeAllSessionsOf(
  ctx: PersonContext,
  { userId, endsTokens }: { userId: string; endsTokens: boolean },
): Promise<{ endedSessions: number }> {
  refuseOwn(ctx, userId);
  await assertUserExists(ctx.db, userId);
  const after = await transact(ctx, async (tx) => {
    if (endsTokens) await endTokensAndFeeds(tx, userId);
    const after = { endedSessions: (await deleteSessionsOf(tx.db, userId)).length };
    await beginAccessEpoch(tx.db, userId);
    await tx.record({ kind: "session.all-ended", subject: { type: "user", id: userId }, after });
    await noticeSecurity(tx, {
      userId,
      title: "Überall abgemeldet",
      text: `${ctx.person.name} hat dich überall abgemeldet.${endsTokens ? " Deine API-Token und Kalender-Adressen gelten nicht mehr." : ""}`,
    });
    return after;
  });
  ctx.live.disconnect({ userId });
  return after;
}
