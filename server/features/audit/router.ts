import { router } from "../../trpc/procedures.ts";

export const auditRouter = router({});
