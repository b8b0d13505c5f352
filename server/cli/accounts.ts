// Who is told of a change to their account is told by all their channels.
import "../features/register.ts";
import type { Role } from "../../contract/roles.ts";
import { beginAccessEpoch } from "../auth/access-epoch.ts";
import { forgetFailures, forgetFailuresOfNetworks } from "../auth/attempts.ts";
import { noticeSecurity } from "../auth/notice.ts";
import { deleteSessionsOf } from "../auth/session-ends.ts";
import { endStepsOf } from "../auth/steps.ts";
import { hashNewPassword } from "../auth/strength/hash-new-password.ts";
import { describeEnded, type EndedAccess, endTokensAndFeeds, noAccess } from "../auth/tokens-and-feeds.ts";
import { newId } from "../db/new-id.ts";
import { silentContext, type Tx, transact } from "../db/transact.ts";
import { StartProblem } from "../start-problem.ts";
import type { PortalData } from "./portal-data.ts";

/**
 * Who acted, in the audit log: nobody with an account. Nothing is published from here: the running portal notices by
 * itself which sessions have ended.
 */
const byHost = { by: "host" } as const;

interface Account {
  id: string;
  name: string;
  email: string;
  role: Role;
  deactivatedAt: string | null;
  hasPassword: boolean;
}

async function findAccount(tx: Tx, email: string): Promise<Account> {
  const account = await tx.db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "deactivatedAt", "passwordHash"])
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
  if (!account) throw new StartProblem(`Niemand hat die E-Mail-Adresse ${email}.`);
  const { passwordHash, ...rest } = account;
  return { ...rest, hasPassword: passwordHash !== null };
}

/** Makes an admin, also of somebody who has an account and lost the role or was locked. */
export async function createAdmin(
  portal: PortalData,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  const passwordHash = await hashNewPassword(portal.db, password, { name, email });
  const at = portal.now().toISOString();
  const person = { name, email: email.trim().toLowerCase(), role: "admin" } as const;
  await transact(silentContext(portal), async (tx) => {
    const taken = await tx.db.selectFrom("users").select("id").where("email", "=", person.email).executeTakeFirst();
    if (taken)
      throw new StartProblem(
        `${person.email} hat schon ein Konto. „techcenter admin reset-password ${person.email}“ gibt ihm ein neues Passwort und die Rolle.`,
      );
    const id = newId();
    await tx.db
      .insertInto("users")
      .values({ id, ...person, passwordHash, createdAt: at, joinedAt: at })
      .execute();
    await tx.record({ kind: "user.created", subject: { type: "user", id }, after: { ...person, ...byHost } });
  });
}

/**
 * Gives an account a new password, unlocks it and makes it an admin's again; whoever is signed in as it is out, and
 * whoever was held back for guesses at it is not any more.
 */
export async function resetPassword(
  portal: PortalData,
  { email, password, endsTokens }: { email: string; password: string; endsTokens: boolean },
): Promise<{ sessions: number; access: EndedAccess }> {
  const owner = await portal.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
  if (!owner) throw new StartProblem(`Niemand hat die E-Mail-Adresse ${email}.`);
  const passwordHash = await hashNewPassword(portal.db, password, owner);
  const at = portal.now().toISOString();
  return transact(silentContext(portal), async (tx) => {
    const before = await findAccount(tx, email);
    const { id } = before;
    await refuseErased(tx, before);
    await tx.db
      .updateTable("users")
      .set((eb) => ({
        passwordHash,
        role: "admin",
        deactivatedAt: null,
        joinedAt: eb.fn.coalesce("joinedAt", eb.val(at)),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await tx.db.deleteFrom("invitations").where("userId", "=", id).execute();
    await endStepsOf(tx.db, id);
    await beginAccessEpoch(tx.db, id);
    await forgetGuesses(tx, id, portal.signingKey);
    const access = endsTokens ? await endTokensAndFeeds(tx, id) : noAccess;
    const ended = await deleteSessionsOf(tx.db, id);
    const subject = { type: "user", id } as const;
    if (before.role !== "admin")
      await tx.record({
        kind: "user.role-changed",
        subject,
        before: { role: before.role },
        after: { role: "admin", ...byHost },
      });
    if (before.deactivatedAt)
      await tx.record({
        kind: "user.reactivated",
        subject,
        before: { state: "deactivated" },
        after: { state: "active", ...byHost },
      });
    await tx.record({
      kind: "user.password-changed",
      subject,
      after: { role: "admin", endedSessions: ended.length, ...byHost },
    });
    await noticeSecurity(tx, {
      userId: id,
      title: "Passwort geändert",
      text: `Am Rechner des Portals wurde ein neues Passwort für dein Konto gesetzt; es ist aktiv und hat die Rolle Admin. Alle Sitzungen wurden beendet.${describeEnded(access)}`,
    });
    return { sessions: ended.length, access };
  });
}

async function refuseErased({ db }: Tx, { id, email }: Account): Promise<void> {
  const erased = await db
    .selectFrom("erasures")
    .select("at")
    .where("subjectType", "=", "user")
    .where("subjectId", "=", id)
    .executeTakeFirst();
  if (erased) throw new StartProblem(`Die Daten der Person hinter ${email} wurden gelöscht.`);
}

/**
 * Guesses that are not counted by the epoch of the account. With it every browser is a new one, which the failures of its
 * network would hold back.
 */
async function forgetGuesses({ db }: Tx, userId: string, signingKey: string): Promise<void> {
  const guesses = (["password", "code"] as const).map((kind) => ({ kind, value: userId }));
  await forgetFailures(db, guesses, signingKey);
  await forgetFailuresOfNetworks(db);
}

/** How somebody still comes in. */
export interface WaysLeft {
  hasPassword: boolean;
  hasProvider: boolean;
}

/** Takes every second factor of an account away; whoever is signed in as it is out. */
export async function resetSecondFactor(
  portal: PortalData,
  email: string,
): Promise<{ sessions: number; ways: WaysLeft }> {
  return transact(silentContext(portal), async (tx) => {
    const { id, hasPassword } = await findAccount(tx, email);
    for (const table of ["totpFactors", "passkeys", "recoveryCodes"] as const)
      await tx.db.deleteFrom(table).where("userId", "=", id).execute();
    await endStepsOf(tx.db, id);
    const ended = await deleteSessionsOf(tx.db, id);
    await tx.record({
      kind: "user.second-factor-reset",
      subject: { type: "user", id },
      after: { endedSessions: ended.length, ...byHost },
    });
    await noticeSecurity(tx, {
      userId: id,
      title: "Zweiter Faktor zurückgesetzt",
      text: "Am Rechner des Portals wurden deine Authenticator-App, Passkeys und Wiederherstellungscodes entfernt. Alle Sitzungen wurden beendet.",
    });
    const linked = await tx.db.selectFrom("linkedSignIns").select("userId").where("userId", "=", id).executeTakeFirst();
    return { sessions: ended.length, ways: { hasPassword, hasProvider: linked !== undefined } };
  });
}

/** Ends the sessions of one account, or of all. */
export async function endSessions(portal: PortalData, email: string | undefined): Promise<number> {
  return transact(silentContext(portal), async (tx) => {
    const accounts = email ? [await findAccount(tx, email)] : await tx.db.selectFrom("users").select("id").execute();
    let count = 0;
    for (const { id } of accounts) {
      await beginAccessEpoch(tx.db, id);
      const ended = await deleteSessionsOf(tx.db, id);
      count += ended.length;
      await tx.record({
        kind: "session.all-ended",
        subject: { type: "user", id },
        after: { endedSessions: ended.length, ...byHost },
      });
    }
    return count;
  });
}
