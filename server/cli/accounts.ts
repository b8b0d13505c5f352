import { deleteSessionsOf } from "../auth/session-ends.ts";
import { endStepsOf } from "../auth/steps.ts";
import { hashNewPassword } from "../auth/strength/hash-new-password.ts";
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
}

async function findAccount(tx: Tx, email: string): Promise<Account> {
  const account = await tx.db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
  if (!account) throw new StartProblem(`Niemand hat die E-Mail-Adresse ${email}.`);
  return account;
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

/** Gives an account a new password, unlocks it and makes it an admin's again; whoever is signed in as it is out. */
export async function resetPassword(portal: PortalData, email: string, password: string): Promise<number> {
  const owner = await portal.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("email", "=", email.trim().toLowerCase())
    .executeTakeFirst();
  if (!owner) throw new StartProblem(`Niemand hat die E-Mail-Adresse ${email}.`);
  const passwordHash = await hashNewPassword(portal.db, password, owner);
  const at = portal.now().toISOString();
  return transact(silentContext(portal), async (tx) => {
    const { id } = await findAccount(tx, email);
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
    const ended = await deleteSessionsOf(tx.db, id);
    await tx.record({
      kind: "user.password-changed",
      subject: { type: "user", id },
      after: { role: "admin", endedSessions: ended.length, ...byHost },
    });
    return ended.length;
  });
}

/** Takes every second factor of an account away; whoever is signed in as it is out. */
export async function resetSecondFactor(portal: PortalData, email: string): Promise<number> {
  return transact(silentContext(portal), async (tx) => {
    const { id } = await findAccount(tx, email);
    for (const table of ["totpFactors", "passkeys", "recoveryCodes"] as const)
      await tx.db.deleteFrom(table).where("userId", "=", id).execute();
    await endStepsOf(tx.db, id);
    const ended = await deleteSessionsOf(tx.db, id);
    await tx.record({
      kind: "user.second-factor-reset",
      subject: { type: "user", id },
      after: { endedSessions: ended.length, ...byHost },
    });
    return ended.length;
  });
}

/** Ends the sessions of one account, or of all. */
export async function endSessions(portal: PortalData, email: string | undefined): Promise<number> {
  return transact(silentContext(portal), async (tx) => {
    const accounts = email ? [await findAccount(tx, email)] : await tx.db.selectFrom("users").select("id").execute();
    let count = 0;
    for (const { id } of accounts) {
      const ended = await deleteSessionsOf(tx.db, id);
      if (ended.length === 0) continue;
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
