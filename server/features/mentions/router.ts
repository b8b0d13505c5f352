import * as contract from "../../../contract/mentions/mention-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { resolveReferences } from "../wiki/reading/resolve-references.ts";

export const mentionRouter = router({
  read: procedure.input(contract.mentionedThings).query(({ ctx, input }) => resolveReferences(ctx, input.things)),
});
