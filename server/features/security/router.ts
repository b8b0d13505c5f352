import { z } from "zod";
import * as contract from "../../../contract/security/security-input.ts";
import { enrolmentProcedure, procedure, procedureFor, router } from "../../trpc/procedures.ts";
import * as confirmation from "./confirmation.ts";
import * as passkeys from "./passkeys.ts";
import { readProviderTrial, testProvider } from "./provider-trial.ts";
import { getOverview } from "./queries.ts";
import * as recovery from "./recovery.ts";
import { unlinkSignIn } from "./sign-in-methods.ts";
import * as totp from "./totp.ts";

const nothing = z.void();
const proven = procedure.meta({ proof: true });
const provenEnrolment = enrolmentProcedure.meta({ proof: true });

export const securityRouter = router({
  get: enrolmentProcedure.input(nothing).query(({ ctx }) => getOverview(ctx)),

  confirmWithPassword: enrolmentProcedure
    .input(contract.confirmWithPassword)
    .mutation(({ ctx, input }) => confirmation.confirmWithPassword(ctx, input)),
  confirmWithCode: enrolmentProcedure
    .input(contract.confirmWithCode)
    .mutation(({ ctx, input }) => confirmation.confirmWithCode(ctx, input)),
  requestPasskey: enrolmentProcedure.input(nothing).mutation(({ ctx }) => confirmation.requestPasskey(ctx)),
  confirmWithPasskey: enrolmentProcedure
    .input(contract.confirmWithPasskey)
    .mutation(({ ctx, input }) => confirmation.confirmWithPasskey(ctx, input)),

  beginTotp: provenEnrolment.input(nothing).mutation(({ ctx }) => totp.beginTotp(ctx)),
  confirmTotp: provenEnrolment.input(contract.confirmTotp).mutation(({ ctx, input }) => totp.confirmTotp(ctx, input)),
  removeTotp: procedure.input(contract.removeTotp).mutation(({ ctx, input }) => totp.removeTotp(ctx, input)),
  renewRecoveryCodes: proven.input(nothing).mutation(({ ctx }) => recovery.renewRecoveryCodes(ctx)),

  beginPasskey: provenEnrolment.input(nothing).mutation(({ ctx }) => passkeys.beginPasskey(ctx)),
  addPasskey: provenEnrolment.input(contract.addPasskey).mutation(({ ctx, input }) => passkeys.addPasskey(ctx, input)),
  renamePasskey: procedure
    .input(contract.renamePasskey)
    .mutation(({ ctx, input }) => passkeys.renamePasskey(ctx, input)),
  removePasskey: proven.input(contract.removePasskey).mutation(({ ctx, input }) => passkeys.removePasskey(ctx, input)),

  unlinkSignIn: proven.input(contract.unlinkSignIn).mutation(({ ctx, input }) => unlinkSignIn(ctx, input)),

  resetSecondFactor: procedureFor("manageUsers")
    .meta({ proof: true })
    .input(contract.resetSecondFactor)
    .mutation(({ ctx, input }) => recovery.resetSecondFactor(ctx, input)),
  testProvider: procedureFor("manageSettings")
    .input(nothing)
    .mutation(({ ctx }) => testProvider(ctx)),
  readProviderTrial: procedureFor("manageSettings")
    .input(contract.readProviderTrial)
    .mutation(({ ctx, input }) => readProviderTrial(ctx, input)),
});
