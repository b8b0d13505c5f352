import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { hosts } from "./store.ts";

export const hostRouter = router(recordProcedures(hosts));
