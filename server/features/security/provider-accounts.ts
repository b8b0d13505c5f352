import type { Role } from "../../../contract/roles.ts";
import type { SignInSettings } from "../../../contract/settings/sign-in.ts";
import { noticeSecurity } from "../../auth/notice.ts";
import { type Account, SignInRefusal } from "../../auth/sign-in.ts";
import { actingAs } from "../../auth/surroundings.ts";
import { newId } from "../../db/new-id.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import { deleteInvitation } from "../users/invitations.ts";
import { join } from "../users/joining.ts";
import { updateUnlessLastAdmin } from "../users/membership.ts";
import { keepOwnPages } from "../wiki/access/keep-own-pages.ts";
import type { Identity } from "./provider-identity.ts";

interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string | null;
  deactivatedAt: string | null;
}

const memberColumns = ["users.id", "name", "users.email", "role", "joinedAt", "deactivatedAt"] as const;

/** The account of somebody whom the provider vouches for; throws a SignInRefusal when there is none for them. */
export async function accountOfIdentity(
  services: Services,
  identity: Identity,
  settings: SignInSettings,
): Promise<Account> {
  const known = await transact(actingAs(services, undefined), async (tx) => {
    const member = await admit(tx, identity, settings, services.now().toISOString());
    return { ...member, isRoleChanged: await remapRole(tx, member, identity.role) };
  });
  if (known.isRoleChanged) services.live.disconnect({ userId: known.id });
  return { id: known.id, name: known.name, passwordHash: undefined };
}

/** Into which account somebody would come, without letting them in; throws the SignInRefusal that they would meet. */
export async function foretell(
  services: Services,
  identity: Identity,
  settings: SignInSettings,
): Promise<{ name: string; role: Role; isNew: boolean }> {
  const ignored = { ...actingAs(services, undefined), publish: () => undefined };
  const trial = new Trial();
  const undo = (error: unknown) => {
    if (error !== trial) throw error;
  };
  await transact(ignored, async (tx) => {
    const linked = await findLinked(tx, identity);
    trial.found = { member: await admit(tx, identity, settings, services.now().toISOString()), isNew: !linked };
    throw trial;
  }).catch(undo);
  const { member, isNew } = trial.found as Found;
  return { name: member.name, role: identity.role ?? member.role, isNew };
}

interface Found {
  member: Member;
  isNew: boolean;
}

class Trial extends Error {
  override name = "Trial";
  found: Found | undefined;
}

/** Ties an account at the provider to a person; refuses one that is somebody else's. */
export async function linkIdentity(tx: Tx, userId: string, identity: Identity, at: string): Promise<void> {
  const { issuer, subject, email = null } = identity;
  const row = { id: newId(), userId, issuer, subject, email, createdAt: at, lastUsedAt: at };
  const inserted = await tx.db
    .insertInto("linkedSignIns")
    .values(row)
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) throw new SignInRefusal("OAuthAccountNotLinked");
  await tx.record({ kind: "user.sign-in-linked", subject: { type: "user", id: userId }, after: { issuer, email } });
  await noticeSecurity(tx, {
    userId,
    title: "Anmeldung verknüpft",
    text: `Dein Konto lässt sich jetzt auch über ${new URL(issuer).hostname} öffnen.`,
  });
}

async function admit(tx: Tx, identity: Identity, settings: SignInSettings, at: string): Promise<Member> {
  if (identity.role === null) throw new SignInRefusal("AccessDenied");
  const linked = await findLinked(tx, identity);
  if (linked) await noteUse(tx, identity, at);
  const member = linked ?? (await claimAccount(tx, identity, settings, at));
  if (member.deactivatedAt) throw new SignInRefusal("AccessDenied");
  return member;
}

function findLinked(tx: Tx, { issuer, subject }: Identity): Promise<Member | undefined> {
  return tx.db
    .selectFrom("linkedSignIns")
    .innerJoin("users", "users.id", "linkedSignIns.userId")
    .select(memberColumns)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

async function noteUse(tx: Tx, { issuer, subject }: Identity, at: string): Promise<void> {
  await tx.db
    .updateTable("linkedSignIns")
    .set({ lastUsedAt: at })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

/** The account with the identity's address, where the settings let the provider open it, or a new one. */
async function claimAccount(tx: Tx, identity: Identity, settings: SignInSettings, at: string): Promise<Member> {
  const { email, isEmailVerified } = identity;
  if (!email) throw new SignInRefusal("AccessDenied");
  const owner = await tx.db.selectFrom("users").select(memberColumns).where("email", "=", email).executeTakeFirst();
  // An address that nobody has checked must open no account that exists, whatever the settings say.
  if (owner && !(settings.oidcLinksByEmail && isEmailVerified)) throw new SignInRefusal("OAuthAccountNotLinked");
  if (owner?.deactivatedAt) throw new SignInRefusal("AccessDenied");
  const member = owner ?? (await createAccount(tx, identity, settings, at));
  if (!member.joinedAt) {
    await deleteInvitation(tx, member.id);
    await join(tx, { userId: member.id, name: member.name, email, role: identity.role ?? member.role }, at);
  }
  await linkIdentity(tx, member.id, identity, at);
  return { ...member, joinedAt: member.joinedAt ?? at };
}

async function createAccount(tx: Tx, identity: Identity, settings: SignInSettings, at: string): Promise<Member> {
  const role = identity.role ?? settings.oidcDefaultRole;
  const { email, name, isEmailVerified } = identity;
  if (!settings.oidcCreatesAccounts || !role || !email) throw new SignInRefusal("AccessDenied");
  if (settings.oidcVerifiedOnly && !isEmailVerified) throw new SignInRefusal("EmailNotVerified");
  const person = { id: newId(), name, email, role };
  await tx.db
    .insertInto("users")
    .values({ ...person, createdAt: at })
    .execute();
  await tx.record({ kind: "user.created", subject: { type: "user", id: person.id }, after: { name, email, role } });
  return { ...person, joinedAt: null, deactivatedAt: null };
}

/** Gives a member the role that the provider says; the last admin stays what they are. */
async function remapRole(tx: Tx, member: Member, role: Identity["role"]): Promise<boolean> {
  if (!role || role === member.role) return false;
  try {
    await tx.attempt(() => updateUnlessLastAdmin(tx, member, { role }));
    await keepOwnPages(tx, { id: member.id, role });
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
  const change = { before: { role: member.role }, after: { role, by: "provider" } };
  await tx.record({ kind: "user.role-changed", subject: { type: "user", id: member.id }, ...change });
  return true;
}
