import type { z } from "zod";
import { type Role, roleLabels } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/users/users.ts";
import { deleteSessionsOf } from "../../auth/session-ends.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notify } from "../../notifications/notify.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { releaseClaimsOf } from "../claims/claims.ts";
import { keepOwnPages } from "../wiki/access/keep-own-pages.ts";
import { deleteInvitation } from "./invitations.ts";

export async function changeRole(ctx: PersonContext, { id, role }: z.infer<typeof contract.changeRole>) {
  const isChanged = await transact(ctx, async (tx) => {
    const before = await findMember(tx, id);
    if (before.deactivatedAt) throw precondition("Dieses Konto ist gesperrt.");
    if (before.role === role) return false;
    await updateUnlessLastAdmin(tx, before, { role });
    await keepOwnPages(tx, { id, role });
    await tx.record({
      kind: "user.role-changed",
      subject: { type: "user", id },
      before: { role: before.role },
      after: { role },
    });
    if (id !== ctx.person.id && before.joinedAt)
      await notify(tx, {
        forUserId: id,
        title: `Deine Rolle ist jetzt ${roleLabels[role]}`,
        message: `Bisher: ${roleLabels[before.role]}.`,
        category: "team",
      });
    return true;
  });
  // Which channels a socket may listen to was decided with the former role.
  if (isChanged) ctx.live.disconnect({ userId: id });
  return { id, role };
}

export async function deactivateUser(ctx: PersonContext, { id }: z.infer<typeof contract.changeState>) {
  await transact(ctx, async (tx) => {
    const before = await findMember(tx, id);
    if (before.deactivatedAt) throw precondition("Dieses Konto ist bereits gesperrt.");
    if (!before.joinedAt) throw precondition("Diese Person hat die Einladung noch nicht angenommen.");
    await updateUnlessLastAdmin(tx, before, { deactivatedAt: ctx.now().toISOString() });
    await deleteSessionsOf(tx.db, id);
    await deleteInvitation(tx, id);
    await releaseClaimsOf(tx, id);
    await tx.record({
      kind: "user.deactivated",
      subject: { type: "user", id },
      before: { state: "active" },
      after: { state: "deactivated" },
    });
  });
  ctx.live.disconnect({ userId: id });
  return { id };
}

export async function reactivateUser(ctx: PersonContext, { id }: z.infer<typeof contract.changeState>) {
  return transact(ctx, async (tx) => {
    const before = await findMember(tx, id);
    if (!before.deactivatedAt) throw precondition("Dieses Konto ist nicht gesperrt.");
    const erased = await tx.db
      .selectFrom("erasures")
      .select("at")
      .where("subjectType", "=", "user")
      .where("subjectId", "=", id)
      .executeTakeFirst();
    if (erased) throw precondition("Die Daten dieser Person wurden gelöscht.");
    await tx.db
      .updateTable("users")
      .set((eb) => ({ deactivatedAt: null, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    await tx.record({
      kind: "user.reactivated",
      subject: { type: "user", id },
      before: { state: "deactivated" },
      after: { state: "active" },
    });
    return { id };
  });
}

interface Member {
  id: string;
  role: Role;
  joinedAt: string | null;
  deactivatedAt: string | null;
}

async function findMember(tx: Tx, id: string): Promise<Member> {
  const member = await tx.db
    .selectFrom("users")
    .select(["id", "role", "joinedAt", "deactivatedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!member) throw notFound();
  return member;
}

/** Takes the role or the access of a member in the same statement that makes sure of another active admin. */
export async function updateUnlessLastAdmin(
  tx: Tx,
  { id }: Pick<Member, "id">,
  values: { role?: Role; deactivatedAt?: string },
) {
  const { numUpdatedRows } = await tx.db
    .updateTable("users")
    .set(values)
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("role", "!=", "admin"),
        eb.exists(
          eb
            .selectFrom("users as others")
            .select("others.id")
            .where("others.id", "!=", id)
            .where("others.role", "=", "admin")
            .where("others.joinedAt", "is not", null)
            .where("others.deactivatedAt", "is", null),
        ),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw precondition("Mindestens eine Person muss Admin bleiben.");
}

const precondition = (message: string) => new Problem("precondition", { message });
