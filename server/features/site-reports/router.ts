import { oneReporter } from "../../../contract/site-reports/site-reports.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { connectReporter, disconnectReporter } from "./commands.ts";
import { readReporter } from "./queries.ts";

/** Reports themselves come through server/http/push-routes.ts. */
export const siteReportRouter = router({
  get: procedure.input(oneReporter).query(({ ctx, input }) => readReporter(ctx, input)),
  connect: procedureFor("manageSettings")
    .input(oneReporter)
    .mutation(({ ctx, input }) => connectReporter(ctx, input)),
  disconnect: procedureFor("manageSettings")
    .input(oneReporter)
    .mutation(({ ctx, input }) => disconnectReporter(ctx, input)),
});
