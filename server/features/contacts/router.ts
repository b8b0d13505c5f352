import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { contacts } from "./store.ts";

export const contactRouter = router(recordProcedures(contacts));
