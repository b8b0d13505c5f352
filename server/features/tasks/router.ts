import { router } from "../../trpc/procedures.ts";

export const taskRouter = router({});
