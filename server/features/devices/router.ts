import * as contract from "../../../contract/devices/movement-input.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { auditDevices, checkIn, checkOut } from "./movements.ts";
import { listHeldDevices, listMovements } from "./queries.ts";
import { devices } from "./store.ts";

const moving = procedureFor("editRecords");

export const deviceRouter = router({
  ...recordProcedures(devices),
  movements: procedure.input(contract.listMovements).query(({ ctx, input }) => listMovements(ctx, input)),
  heldBy: procedure.input(contract.listHeldDevices).query(({ ctx, input }) => listHeldDevices(ctx, input)),
  checkOut: moving.input(contract.checkOut).mutation(({ ctx, input }) => checkOut(ctx, input)),
  checkIn: moving.input(contract.checkIn).mutation(({ ctx, input }) => checkIn(ctx, input)),
  audit: moving.input(contract.auditDevices).mutation(({ ctx, input }) => auditDevices(ctx, input)),
});
