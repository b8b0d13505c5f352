import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { registrars } from "./store.ts";

export const registrarRouter = router(recordProcedures(registrars));
