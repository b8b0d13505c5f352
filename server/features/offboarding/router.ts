import * as contract from "../../../contract/offboarding/offboarding-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { endAccess, finish, takeBack } from "./commands.ts";
import { handOver } from "./hand-over.ts";
import { getOffboarding } from "./queries.ts";

const managing = procedureFor("manageUsers");

export const offboardingRouter = router({
  get: managing.input(contract.offboardingOf).query(({ ctx, input }) => getOffboarding(ctx, input)),
  takeBack: managing.input(contract.takeBack).mutation(({ ctx, input }) => takeBack(ctx, input)),
  handOver: managing.input(contract.handOver).mutation(({ ctx, input }) => handOver(ctx, input)),
  endAccess: managing.input(contract.offboardingOf).mutation(({ ctx, input }) => endAccess(ctx, input)),
  finish: managing.input(contract.offboardingOf).mutation(({ ctx, input }) => finish(ctx, input)),
});
