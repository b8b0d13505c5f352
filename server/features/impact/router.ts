import { readImpact as input } from "../../../contract/impact/impact-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import { readImpact } from "./queries.ts";

export const impactRouter = router({
  read: procedure.input(input).query(({ ctx, input: asked }) => readImpact(ctx, asked)),
});
