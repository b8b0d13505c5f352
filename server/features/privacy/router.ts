import { router } from "../../trpc/procedures.ts";

export const privacyRouter = router({});
