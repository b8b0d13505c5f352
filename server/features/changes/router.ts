import { listChanges as input } from "../../../contract/changes/record-history.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { listChanges } from "./queries.ts";

export const changeRouter = router({
  list: procedure.input(input).query(({ ctx, input }) => listChanges(ctx, input)),
});
