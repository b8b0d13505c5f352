import { confirmUpload, createUpload } from "../../../contract/files/files-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import { confirmUpload as confirm } from "./upload-confirmation.ts";

export const fileRouter = router({
  createUpload: procedure.input(createUpload).mutation(({ ctx, input }) => commands.createUpload(ctx, input)),
  confirmUpload: procedure.input(confirmUpload).mutation(({ ctx, input }) => confirm(ctx, input)),
});
