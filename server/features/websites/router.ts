import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { websites } from "./store.ts";

export const websiteRouter = router(recordProcedures(websites));
