import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { devices } from "./store.ts";

export const deviceRouter = router(recordProcedures(devices));
