import * as contract from "../../../contract/maintenance/maintenance-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { createMaintenance, endMaintenance, startMaintenanceNow, updateMaintenance } from "./commands.ts";
import { readMaintenanceDays } from "./days.ts";
import { getMaintenance, listMaintenance, selectTargets } from "./queries.ts";

const managing = procedureFor("manageMaintenance");

export const maintenanceRouter = router({
  list: procedure.input(contract.listMaintenance).query(({ ctx, input }) => listMaintenance(ctx, input)),
  days: procedure.input(contract.readMaintenanceDays).query(({ ctx, input }) => readMaintenanceDays(ctx, input)),
  get: procedure.input(contract.oneMaintenance).query(({ ctx, input }) => getMaintenance(ctx, input)),
  /** Sent as a command is, because 200 ids are too long for the address of a query. */
  selectTargets: managing.input(contract.selectTargets).mutation(({ ctx, input }) => selectTargets(ctx, input)),
  create: managing.input(contract.createMaintenance).mutation(({ ctx, input }) => createMaintenance(ctx, input)),
  update: managing.input(contract.updateMaintenance).mutation(({ ctx, input }) => updateMaintenance(ctx, input)),
  start: managing.input(contract.startMaintenance).mutation(({ ctx, input }) => startMaintenanceNow(ctx, input)),
  end: managing.input(contract.oneMaintenance).mutation(({ ctx, input }) => endMaintenance(ctx, input)),
});
