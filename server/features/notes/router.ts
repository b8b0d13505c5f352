import { recordKey } from "../../../contract/records/record-key.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { getNotes } from "./queries.ts";

export const noteRouter = router({
  html: procedure.input(recordKey).query(({ ctx, input }) => getNotes(ctx, input)),
});
