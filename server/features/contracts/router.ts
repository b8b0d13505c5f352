import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { contracts } from "./store.ts";

export const contractRouter = router(recordProcedures(contracts));
