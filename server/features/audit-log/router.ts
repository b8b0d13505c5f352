import { listAudit } from "../../../contract/audit-log/audit-log.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as queries from "./queries.ts";

export const auditRouter = router({
  list: procedureFor("manageSettings")
    .input(listAudit)
    .query(({ ctx, input }) => queries.listAudit(ctx, input)),
});
