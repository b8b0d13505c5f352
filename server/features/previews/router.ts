import * as contract from "../../../contract/previews/previews-input.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { takePreview, takePreviews } from "./commands.ts";
import { getPreview, listKeptPictures, listThumbs } from "./queries.ts";

export const previewRouter = router({
  get: procedure.input(contract.getPreview).query(({ ctx, input }) => getPreview(ctx, input)),
  thumbs: procedure.input(contract.listThumbs).query(({ ctx, input }) => listThumbs(ctx, input)),
  kept: procedure.input(contract.listKeptPictures).query(({ ctx, input }) => listKeptPictures(ctx, input)),
  take: procedureFor("runChecks")
    .input(contract.takePreview)
    .mutation(({ ctx, input }) => takePreview(ctx, input)),
  takeMany: procedureFor("runChecks")
    .input(contract.takePreviews)
    .mutation(({ ctx, input }) => takePreviews(ctx, input)),
});
