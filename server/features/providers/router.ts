import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { providers } from "./store.ts";

export const providerRouter = router(recordProcedures(providers));
