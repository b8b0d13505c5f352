import { router } from "../../trpc/procedures.ts";

export const securityRouter = router({});
