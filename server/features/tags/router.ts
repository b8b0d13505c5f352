import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { tags } from "./store.ts";

export const tagRouter = router(recordProcedures(tags));
