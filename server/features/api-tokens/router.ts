import { router } from "../../trpc/procedures.ts";

export const apiTokenRouter = router({});
