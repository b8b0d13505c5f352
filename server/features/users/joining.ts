import type { z } from "zod";
import { escapeHtml } from "../../../contract/document/html.ts";
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/users/users.ts";
import { beginAccessEpoch } from "../../auth/access-epoch.ts";
import { forgetFailures } from "../../auth/attempts.ts";
import { hasFactor } from "../../auth/factors.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { beginSecondStep, type Entry } from "../../auth/second-step.ts";
import { deleteSessionOf, deleteSessionsOf } from "../../auth/session-ends.ts";
import { createSession } from "../../auth/sessions.ts";
import { endStepsOf } from "../../auth/steps.ts";
import { hashNewPassword } from "../../auth/strength/hash-new-password.ts";
import { type AuthSurroundings, actingAs, type Browser } from "../../auth/surroundings.ts";
import { hashToken } from "../../auth/tokens.ts";
import { describeEnded, endTokensAndFeeds, noAccess } from "../../auth/tokens-and-feeds.ts";
import type { Db } from "../../db/connection.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { colleaguesOf } from "../../notifications/preferences.ts";
import { invalidField, Problem } from "../../problem.ts";
import { indexBelongings } from "../../search/index-record.ts";

interface OpenInvitation {
  userId: string;
  name: string;
  email: string;
  role: Role;
  /** Whether the link is for a new password of somebody who has an account. */
  hasJoined: boolean;
  expiresAt: Date;
}

/** Whom an open link is for; undefined when the token is unknown, used or expired. */
export async function findInvitation(db: Db, token: string, now: Date): Promise<OpenInvitation | undefined> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invitations.userId")
    .select(["users.id as userId", "name", "email", "role", "users.joinedAt", "invitations.expiresAt"])
    .where("invitations.tokenHash", "=", hashToken(token))
    .where("invitations.expiresAt", ">", now.toISOString())
    .where("users.deactivatedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { joinedAt, expiresAt, ...person } = row;
  return { ...person, hasJoined: joinedAt !== null, expiresAt: new Date(expiresAt) };
}

/**
 * Makes an invited person a member, or gives a member a new password; once per link. It lets this browser in, save for
 * the second step of whoever has one: who reads somebody's mail has not got their telephone.
 */
export async function acceptInvitation(
  surroundings: AuthSurroundings,
  { token, name, password, endsTokens }: z.infer<typeof contract.acceptInvitation>,
  browser: Browser,
): Promise<Entry> {
  const now = surroundings.now();
  const invitation = await findInvitation(surroundings.db, token, now);
  if (!invitation) throw invitationOver();
  const { userId, hasJoined } = invitation;
  if (!hasJoined && name === undefined) throw invalidField("name", "Name: Pflichtfeld.");
  const owner = { name: hasJoined ? invitation.name : `${invitation.name} ${name}`, email: invitation.email };
  const passwordHash = await hashNewPassword(surroundings.db, password, owner);
  const entered = await transact(actingAs(surroundings, userId), async (tx): Promise<Entered> => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("invitations")
      .where("tokenHash", "=", hashToken(token))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw invitationOver();
    const at = now.toISOString();
    await tx.db.updateTable("users").set({ passwordHash, lastSeenAt: at }).where("id", "=", userId).execute();
    if (hasJoined) await startAfresh(tx, invitation, { endsTokens, signingKey: surroundings.signingKey });
    else await join(tx, { ...invitation, name: name ?? invitation.name }, at);
    const replaced = await deleteSessionOf(tx.db, browser.sessionToken);
    if (await hasFactor(tx.db, userId)) {
      const begun = { method: "link", callbackUrl: "/", now } as const;
      return { entry: { secondStep: await beginSecondStep(tx.db, { id: userId, passwordHash }, begun) }, replaced };
    }
    const { userAgent, ip } = browser;
    const session = await createSession(tx.db, { userId, userAgent, ip, method: "link", now });
    return { entry: { token: session.token, userId }, replaced };
  });
  if (hasJoined) surroundings.live.disconnect({ userId });
  if (entered.replaced) surroundings.live.disconnect({ sessionId: entered.replaced });
  return entered.entry;
}

interface Entered {
  entry: Entry;
  /** The session that this browser had before. */
  replaced: string | undefined;
}

/** Makes somebody a member whom the portal knows already, and tells the team. */
export async function join(
  tx: Tx,
  { userId, name, email, role }: Pick<OpenInvitation, "userId" | "name" | "email" | "role">,
  at: string,
): Promise<void> {
  await tx.db.updateTable("users").set({ name, joinedAt: at }).where("id", "=", userId).execute();
  tx.beforeCommit(`search:${userId}`, () => indexBelongings(tx, userId));
  await tx.record({ kind: "user.joined", subject: { type: "user", id: userId }, after: { name, email, role } });
  tx.signal({ event: "newUser", payload: { user: { id: userId, name } } });
  for (const forUserId of await colleaguesOf(tx.db, userId))
    await notify(tx, {
      forUserId,
      title: "Neuer Benutzer!",
      message: `<b>${escapeHtml(name)}</b> ist dem Team beigetreten.`,
      category: "team",
      link: `/users/${userId}`,
    });
}

/** Whoever knew the former password is out, and whoever was locked out by guesses at it is not any more. */
async function startAfresh(
  tx: Tx,
  { userId }: OpenInvitation,
  { endsTokens, signingKey }: { endsTokens: boolean; signingKey: string },
): Promise<void> {
  const access = endsTokens ? await endTokensAndFeeds(tx, userId) : noAccess;
  const ended = await deleteSessionsOf(tx.db, userId);
  await endStepsOf(tx.db, userId);
  await beginAccessEpoch(tx.db, userId);
  await forgetFailures(tx.db, [{ kind: "password", value: userId }], signingKey);
  const after = { endedSessions: ended.length };
  await tx.record({ kind: "user.password-changed", subject: { type: "user", id: userId }, after });
  const text = `Jemand hat über einen Link ein neues Passwort für dein Konto gesetzt. Alle Sitzungen wurden beendet.${describeEnded(access)}`;
  await noticeSecurity(tx, { userId, title: "Passwort geändert", text });
}

const invitationOver = () =>
  new Problem("precondition", {
    message: "Dieser Link ist abgelaufen oder wurde schon verwendet. Bitte lass dir einen neuen geben.",
  });
