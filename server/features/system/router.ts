import { readSystem } from "../../../contract/system/system.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { readSystemState } from "./queries.ts";

export const systemRouter = router({
  get: procedureFor("manageSettings")
    .input(readSystem)
    .query(({ ctx }) => readSystemState(ctx)),
});
