import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { pages } from "./store.ts";

export const pageRouter = router(recordProcedures(pages));
