import type { z } from "zod";
import type * as contract from "../../../contract/users/users.ts";
import { beginAccessEpoch } from "../../auth/access-epoch.ts";
import { beginAttempt, tooManyAttempts } from "../../auth/attempts.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { verifyPassword } from "../../auth/passwords.ts";
import { deleteSessionsOf } from "../../auth/session-ends.ts";
import { endStepsOf } from "../../auth/steps.ts";
import { hashNewPassword } from "../../auth/strength/hash-new-password.ts";
import { describeEnded, endTokensAndFeeds, noAccess } from "../../auth/tokens-and-feeds.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { deleteInvitation } from "./invitations.ts";

/** Changes the own password; whoever else is signed in as this person, or lets a program in as them, is out. */
export async function changePassword(
  ctx: PersonContext,
  { currentPassword, newPassword, endsTokens }: z.infer<typeof contract.changePassword>,
): Promise<{ endedSessions: number }> {
  const { id } = ctx.person;
  const attempt = await beginAttempt(ctx, [{ kind: "password", value: id }]);
  if ("retryAfterMs" in attempt) throw tooManyAttempts(attempt.retryAfterMs);
  const { passwordHash, ...owner } = await ctx.db
    .selectFrom("users")
    .select(["passwordHash", "name", "email"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(passwordHash, currentPassword)))
    throw invalidField("currentPassword", "Aktuelles Passwort: Das Passwort ist falsch.");
  await attempt.succeed();

  const newHash = await hashNewPassword(ctx.db, newPassword, owner, "newPassword");
  const ended = await transact(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("users")
      .set({ passwordHash: newHash })
      .where("id", "=", id)
      .where("passwordHash", "=", passwordHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem("conflict", { message: "Das Passwort wurde inzwischen geändert." });
    await deleteInvitation(tx, id);
    await endStepsOf(tx.db, id);
    const accessEpoch = await beginAccessEpoch(tx.db, id);
    const access = endsTokens ? await endTokensAndFeeds(tx, id) : noAccess;
    const sessions = await deleteSessionsOf(tx.db, id, ctx.sessionId);
    const after = { endedSessions: sessions.length };
    await tx.record({ kind: "user.password-changed", subject: { type: "user", id }, after });
    await noticeSecurity(tx, {
      userId: id,
      title: "Passwort geändert",
      text: `Das Passwort deines Kontos wurde geändert. Andere Sitzungen wurden beendet.${describeEnded(access)}`,
    });
    return { sessions, accessEpoch };
  });
  ctx.rememberBrowser?.({ id, accessEpoch: ended.accessEpoch });
  for (const sessionId of ended.sessions) ctx.live.disconnect({ sessionId });
  return { endedSessions: ended.sessions.length };
}
