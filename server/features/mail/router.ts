import { router } from "../../trpc/procedures.ts";

export const mailRouter = router({});
