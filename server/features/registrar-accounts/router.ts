import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { registrarAccounts } from "./store.ts";

export const registrarAccountRouter = router(recordProcedures(registrarAccounts));
