import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { locations } from "./store.ts";

export const locationRouter = router(recordProcedures(locations));
