import * as contract from "../../../contract/checks/checks-input.ts";
import * as stripContract from "../../../contract/checks/strips-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { pauseChecks, runCheck, runChecks } from "./commands.ts";
import { readAvailability, readCertificates, readChecks } from "./queries.ts";
import { readCheckSettings, updateCheckSettings } from "./record-settings.ts";
import { listSlowest, readWatchFigures } from "./slowest.ts";
import { listStrips } from "./strips.ts";

export const checkRouter = router({
  get: procedure.input(contract.getChecks).query(({ ctx, input }) => readChecks(ctx, input)),
  availability: procedure.input(contract.getAvailability).query(({ ctx, input }) => readAvailability(ctx, input)),
  certificates: procedure.input(contract.getCertificates).query(({ ctx, input }) => readCertificates(ctx, input)),
  slowest: procedure.input(stripContract.listSlowest).query(({ ctx }) => listSlowest(ctx)),
  figures: procedure.input(stripContract.readFigures).query(({ ctx }) => readWatchFigures(ctx)),
  strips: procedure.input(stripContract.listStrips).query(({ ctx, input }) => listStrips(ctx, input)),
  run: procedureFor("runChecks")
    .input(contract.runCheck)
    .mutation(({ ctx, input }) => runCheck(ctx, input)),
  runMany: procedureFor("runChecks")
    .input(contract.runChecks)
    .mutation(({ ctx, input }) => runChecks(ctx, input)),
  pause: procedureFor("manageChecks")
    .input(contract.pauseChecks)
    .mutation(({ ctx, input }) => pauseChecks(ctx, input)),
  settings: procedure.input(contract.getCheckSettings).query(({ ctx, input }) => readCheckSettings(ctx, input)),
  configure: procedureFor("manageChecks")
    .input(contract.updateCheckSettings)
    .mutation(({ ctx, input }) => updateCheckSettings(ctx, input)),
});
