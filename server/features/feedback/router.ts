import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { feedback } from "./store.ts";

export const feedbackRouter = router(recordProcedures(feedback));
