import { previewNote } from "../../../contract/notes/notes.ts";
import { recordKey } from "../../../contract/records/record-key.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";
import { getNotes, previewNotes } from "./queries.ts";

export const noteRouter = router({
  html: procedure.input(recordKey).query(({ ctx, input }) => getNotes(ctx, input)),
  /** Reads nothing and changes nothing; a mutation because a long text does not fit into an address. */
  preview: procedureFor("editRecords")
    .input(previewNote)
    .mutation(({ input }) => previewNotes(input)),
});
