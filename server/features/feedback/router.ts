import { feedback as declaration } from "../../../contract/feedback/feedback.ts";
import * as contract from "../../../contract/feedback/feedback-input.ts";
import { creationId } from "../../../contract/records/list-input.ts";
import { rulesOf } from "../../../contract/records/rules.ts";
import { bodySchemaOf } from "../../../contract/records/schema.ts";
import { z } from "../../../contract/zod.ts";
import { recordProcedures } from "../../records/router.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { rateLimited } from "../../trpc/rate-limit.ts";
import { giveFeedback, setFollowing, setVote, withdrawFeedback } from "./commands.ts";
import { addComment, deleteComment, editComment } from "./comments.ts";
import { readEntryPage } from "./entry.ts";
import { readBoard } from "./queries.ts";
import { findSimilar } from "./similar.ts";
import { feedback } from "./store.ts";
import { setStatus, setStatusOfMany } from "./workflow.ts";

const giveInput = z.strictObject({
  creationId: creationId.optional(),
  body: bodySchemaOf(declaration, { rules: rulesOf("feedback") }),
  context: contract.feedbackContext.optional(),
  files: contract.feedbackFiles,
});

const commenting = procedure.use(rateLimited("comments"));
const managing = procedureFor("manageFeedback");

export const feedbackRouter = router({
  ...recordProcedures(feedback),
  give: procedureFor("editRecords")
    .use(rateLimited("comments"))
    .input(giveInput)
    .mutation(({ ctx, input }) => giveFeedback(ctx, input)),
  similar: procedure.input(contract.similarFeedback).query(({ ctx, input }) => findSimilar(ctx, input)),
  board: procedure.input(contract.feedbackBoard).query(({ ctx, input }) => readBoard(ctx, input)),
  entry: procedure.input(contract.oneFeedback).query(({ ctx, input }) => readEntryPage(ctx, input)),
  vote: procedure
    .use(rateLimited("reactions"))
    .input(contract.voteFeedback)
    .mutation(({ ctx, input }) => setVote(ctx, input)),
  follow: procedure.input(contract.voteFeedback).mutation(({ ctx, input }) => setFollowing(ctx, input)),
  comment: commenting.input(contract.addComment).mutation(({ ctx, input }) => addComment(ctx, input)),
  editComment: commenting.input(contract.editComment).mutation(({ ctx, input }) => editComment(ctx, input)),
  deleteComment: procedure.input(contract.oneFeedback).mutation(({ ctx, input }) => deleteComment(ctx, input)),
  setStatus: managing.input(contract.setFeedbackStatus).mutation(({ ctx, input }) => setStatus(ctx, input)),
  setStatusOfMany: managing.input(contract.setStatusOfMany).mutation(({ ctx, input }) => setStatusOfMany(ctx, input)),
  withdraw: procedureFor("editRecords")
    .input(contract.oneFeedback)
    .mutation(({ ctx, input }) => withdrawFeedback(ctx, input)),
});
