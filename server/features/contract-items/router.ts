import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { contractItems } from "./store.ts";

export const contractItemRouter = router(recordProcedures(contractItems));
