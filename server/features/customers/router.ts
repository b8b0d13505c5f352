import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { customers } from "./store.ts";

export const customerRouter = router(recordProcedures(customers));
