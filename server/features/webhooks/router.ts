import { router } from "../../trpc/procedures.ts";

export const webhookRouter = router({});
