import * as preferenceInput from "../../../contract/users/preferences-input.ts";
import { ofPerson, personActivity } from "../../../contract/users/user-tasks-input.ts";
import * as contract from "../../../contract/users/users.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { listActivity } from "./activity.ts";
import * as commands from "./commands.ts";
import * as invitations from "./invitations.ts";
import * as membership from "./membership.ts";
import { changePassword } from "./password.ts";
import { createPasswordLink } from "./password-link.ts";
import { getPreferences, updatePreferences } from "./preferences.ts";
import * as queries from "./queries.ts";
import { listResponsibilities } from "./responsibilities.ts";
import { readTasks } from "./tasks.ts";

const managing = procedureFor("manageUsers");

export const userRouter = router({
  list: procedure.input(contract.listUsers).query(({ ctx, input }) => queries.listUsers(ctx.db, ctx.person, input)),
  getUser: procedure.input(contract.getUser).query(({ ctx, input }) => queries.getUser(ctx.db, input)),
  getProfile: procedure
    .input(contract.getProfile)
    .query(({ ctx, input }) => queries.getProfile(ctx.db, ctx.person, input)),
  update: procedure.input(contract.updateUser).mutation(({ ctx, input }) => commands.updateUser(ctx, input)),
  changePassword: procedure.input(contract.changePassword).mutation(({ ctx, input }) => changePassword(ctx, input)),

  responsibilities: procedure.input(ofPerson).query(({ ctx, input }) => listResponsibilities(ctx, input)),
  tasks: procedure.input(ofPerson).query(({ ctx, input }) => readTasks(ctx, input)),
  activity: procedure.input(personActivity).query(({ ctx, input }) => listActivity(ctx, input)),
  getPreferences: procedure.input(preferenceInput.getPreferences).query(({ ctx }) => getPreferences(ctx)),
  updatePreferences: procedure
    .input(preferenceInput.updatePreferences)
    .mutation(({ ctx, input }) => updatePreferences(ctx, input)),

  invite: managing.input(contract.inviteUser).mutation(({ ctx, input }) => invitations.inviteUser(ctx, input)),
  renewInvitation: managing
    .input(contract.renewInvitation)
    .mutation(({ ctx, input }) => invitations.renewInvitation(ctx, input)),
  withdrawInvitation: managing
    .input(contract.withdrawInvitation)
    .mutation(({ ctx, input }) => invitations.withdrawInvitation(ctx, input)),
  createPasswordLink: managing
    .input(contract.createPasswordLink)
    .mutation(({ ctx, input }) => createPasswordLink(ctx, input)),
  changeRole: managing.input(contract.changeRole).mutation(({ ctx, input }) => membership.changeRole(ctx, input)),
  deactivate: managing.input(contract.changeState).mutation(({ ctx, input }) => membership.deactivateUser(ctx, input)),
  reactivate: managing.input(contract.changeState).mutation(({ ctx, input }) => membership.reactivateUser(ctx, input)),
});
