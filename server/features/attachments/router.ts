import { addAttachment, attachment, renameAttachment } from "../../../contract/files/attachments.ts";
import { recordKey } from "../../../contract/records/record-key.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { attach, detach, rename, sign } from "./commands.ts";
import { listAttachments } from "./queries.ts";

export const attachmentRouter = router({
  list: procedure.input(recordKey).query(({ ctx, input }) => listAttachments(ctx, input)),
  attach: procedureFor("editRecords")
    .input(addAttachment)
    .mutation(({ ctx, input }) => attach(ctx, input)),
  detach: procedureFor("editRecords")
    .input(attachment)
    .mutation(({ ctx, input }) => detach(ctx, input)),
  rename: procedureFor("editRecords")
    .input(renameAttachment)
    .mutation(({ ctx, input }) => rename(ctx, input)),
  sign: procedureFor("editRecords")
    .input(attachment)
    .mutation(({ ctx, input }) => sign(ctx, input)),
});
