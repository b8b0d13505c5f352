import { recordProcedures } from "../../records/router.ts";
import { router } from "../../trpc/procedures.ts";
import { deviceCategories } from "./store.ts";

export const deviceCategoryRouter = router(recordProcedures(deviceCategories));
