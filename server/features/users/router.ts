import type { z } from "zod";
import type { AuditEntry } from "../../../contract/audit-log/audit-log.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import type { Page } from "../../../contract/pagination.ts";
import { type Preferences, plainPreferences } from "../../../contract/users/preferences.ts";
import type { updatePreferences as input } from "../../../contract/users/preferences-input.ts";
import * as preferenceInput from "../../../contract/users/preferences-input.ts";
import { ofPerson, personActivity } from "../../../contract/users/user-tasks-input.ts";
import * as contract from "../../../contract/users/users.ts";
import { preferencesOfUser } from "../../auth/user-preferences.ts";
import { transact } from "../../db/transact.ts";
import { forbidden } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { listAudit } from "../audit-log/queries.ts";
import { assertUserExists } from "./assert-user-exists.ts";
import * as commands from "./commands.ts";
import { changeEmail } from "./email.ts";
import * as invitations from "./invitations.ts";
import * as membership from "./membership.ts";
import { changePassword } from "./password.ts";
import { createPasswordLink } from "./password-link.ts";
import { canSeeWholeProfile } from "./policy.ts";
import * as queries from "./queries.ts";
import { listResponsibilities } from "./responsibilities.ts";
import { readTasks } from "./tasks.ts";

const managing = procedureFor("manageUsers");
const provenManaging = managing.meta({ proof: true });

export const userRouter = router({
  list: procedure.input(contract.listUsers).query(({ ctx, input }) => queries.listUsers(ctx.db, ctx.person, input)),
  getUser: procedure.input(contract.getUser).query(({ ctx, input }) => queries.getUser(ctx.db, input)),
  getProfile: procedure
    .input(contract.getProfile)
    .query(({ ctx, input }) => queries.getProfile(ctx.db, ctx.person, input)),
  update: procedure.input(contract.updateUser).mutation(({ ctx, input }) => commands.updateUser(ctx, input)),
  changeEmail: procedure
    .meta({ proof: true })
    .input(contract.changeEmail)
    .mutation(({ ctx, input }) => changeEmail(ctx, input)),
  changePassword: procedure.input(contract.changePassword).mutation(({ ctx, input }) => changePassword(ctx, input)),

  responsibilities: procedure.input(ofPerson).query(({ ctx, input }) => listResponsibilities(ctx, input)),
  tasks: procedure.input(ofPerson).query(({ ctx, input }) => readTasks(ctx, input)),
  activity: procedure.input(personActivity).query(({ ctx, input }) => listActivity(ctx, input)),
  getPreferences: procedure.input(preferenceInput.getPreferences).query(({ ctx }) => getPreferences(ctx)),
  updatePreferences: procedure
    .input(preferenceInput.updatePreferences)
    .mutation(({ ctx, input }) => updatePreferences(ctx, input)),

  takenEmail: managing.input(contract.takenEmail).query(({ ctx, input }) => commands.findTakenEmail(ctx, input)),
  invite: provenManaging.input(contract.inviteUser).mutation(({ ctx, input }) => invitations.inviteUser(ctx, input)),
  renewInvitation: provenManaging
    .input(contract.renewInvitation)
    .mutation(({ ctx, input }) => invitations.renewInvitation(ctx, input)),
  withdrawInvitation: managing
    .input(contract.withdrawInvitation)
    .mutation(({ ctx, input }) => invitations.withdrawInvitation(ctx, input)),
  createPasswordLink: provenManaging
    .input(contract.createPasswordLink)
    .mutation(({ ctx, input }) => createPasswordLink(ctx, input)),
  changeRole: provenManaging.input(contract.changeRole).mutation(({ ctx, input }) => membership.changeRole(ctx, input)),
  deactivate: managing.input(contract.changeState).mutation(({ ctx, input }) => membership.deactivateUser(ctx, input)),
  reactivate: managing.input(contract.changeState).mutation(({ ctx, input }) => membership.reactivateUser(ctx, input)),
});

/** What a person has done, the newest first: for themself and for who manages people. */
async function listActivity(
  ctx: PersonContext,
  { id, page, limit }: z.output<typeof personActivity>,
): Promise<Page<AuditEntry>> {
  if (!canSeeWholeProfile(ctx.person, id)) throw forbidden();
  await assertUserExists(ctx.db, id);
  return listAudit(ctx, { where: { actorId: id }, page, limit });
}

function getPreferences({ db, person }: Pick<PersonContext, "db" | "person">): Promise<Preferences> {
  return preferencesOfUser(db, person.id);
}

/** Changes how one wants the portal. Who becomes invisible, or visible again, meets the others anew. */
async function updatePreferences(ctx: PersonContext, change: z.infer<typeof input>): Promise<Preferences> {
  const { id } = ctx.person;
  const { before, after } = await transact(ctx, async (tx) => {
    const before = await preferencesOfUser(tx.db, id);
    const after: Preferences = { ...before, ...change };
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    const names = keysOf(plainPreferences).filter((name) => !isSame(after[name], before[name]));
    if (names.length === 0) return { before, after };
    const kept = Object.entries(after).filter(([name, value]) => value !== plainPreferences[name as keyof Preferences]);
    const row = { valuesJson: JSON.stringify(Object.fromEntries(kept)), updatedAt: ctx.now().toISOString() };
    await tx.db
      .insertInto("userPreferences")
      .values({ userId: id, ...row })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(row))
      .execute();
    // When somebody was to be seen is nobody's to look up, and where their blocks stand is nobody's concern.
    const told = names.filter((name) => name !== "isInvisible" && name !== "dashboard");
    if (told.length > 0)
      await tx.record({
        kind: "user.preferences-changed",
        subject: { type: "user", id },
        before: Object.fromEntries(told.map((name) => [name, before[name]])),
        after: Object.fromEntries(told.map((name) => [name, after[name]])),
      });
    return { before, after };
  });
  // What a socket may join was decided when it was opened.
  if (before.isInvisible !== after.isInvisible) ctx.live.disconnect({ userId: id });
  return after;
}
