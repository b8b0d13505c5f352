import { router } from "../../trpc/procedures.ts";

export const chatRouter = router({});
