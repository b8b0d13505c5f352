import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { domains } from "./store.ts";

export const domainRouter = router(recordProcedures(domains));
