import * as contract from "../../../contract/mention-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { resolveReferences } from "../pages/resolved-references.ts";

export const mentionRouter = router({
  read: procedure.input(contract.mentionedThings).query(({ ctx, input }) => resolveReferences(ctx, input.things)),
});
