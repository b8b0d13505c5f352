import type { z } from "zod";
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/users.ts";
import { hashPassword } from "../../auth/passwords.ts";
import { deleteSessionOf } from "../../auth/session-ends.ts";
import { createSession } from "../../auth/sessions.ts";
import { colleaguesHearing } from "../../auth/sign-in.ts";
import { type AuthSurroundings, actingAs, type Browser } from "../../auth/surroundings.ts";
import { hashToken } from "../../auth/tokens.ts";
import type { Db } from "../../db/connection.ts";
import { transact } from "../../db/transact.ts";
import { escapeHtml } from "../../live/sanitize-message.ts";
import { Problem } from "../../problem.ts";

/** Whom an open invitation is for; undefined when the token is unknown, used or expired. */
export async function findInvitation(
  db: Db,
  token: string,
  now: Date,
): Promise<{ userId: string; name: string; email: string; role: Role; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invitations.userId")
    .select(["users.id as userId", "name", "email", "role", "invitations.expiresAt"])
    .where("invitations.tokenHash", "=", hashToken(token))
    .where("invitations.expiresAt", ">", now.toISOString())
    .where("users.joinedAt", "is", null)
    .executeTakeFirst();
  return row && { ...row, expiresAt: new Date(row.expiresAt) };
}

/** Makes an invited person a member, once per link; returns the token of their first session. */
export async function acceptInvitation(
  surroundings: AuthSurroundings,
  { token, name, password }: z.infer<typeof contract.acceptInvitation>,
  browser: Browser,
): Promise<{ token: string }> {
  const now = surroundings.now();
  const invitation = await findInvitation(surroundings.db, token, now);
  if (!invitation) throw invitationOver();
  const { userId } = invitation;
  const passwordHash = await hashPassword(password);
  const joined = await transact(actingAs(surroundings, userId), async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("invitations")
      .where("tokenHash", "=", hashToken(token))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw invitationOver();
    const at = now.toISOString();
    await tx.db
      .updateTable("users")
      .set({ name, passwordHash, joinedAt: at, lastSeenAt: at })
      .where("id", "=", userId)
      .execute();
    const replaced = await deleteSessionOf(tx.db, browser.sessionToken);
    const session = await createSession(tx.db, { userId, userAgent: browser.userAgent, ip: browser.ip, now });
    const { email, role } = invitation;
    await tx.record({ kind: "user.joined", subject: { type: "user", id: userId }, after: { name, email, role } });
    tx.signal({ event: "newUser", payload: { user: { id: userId, name } } });
    for (const forUserId of await colleaguesHearing(tx.db, "newUser", userId))
      await tx.notify({
        forUserId,
        title: "Neuer Benutzer!",
        message: `<b>${escapeHtml(name)}</b> ist dem Team beigetreten.`,
        category: "team",
        link: `/users/${userId}`,
      });
    return { token: session.token, replaced };
  });
  if (joined.replaced) surroundings.live.disconnect({ sessionId: joined.replaced });
  return { token: joined.token };
}

const invitationOver = () =>
  new Problem("precondition", {
    message: "Diese Einladung ist abgelaufen oder wurde schon verwendet. Bitte lass dir eine neue schicken.",
  });
