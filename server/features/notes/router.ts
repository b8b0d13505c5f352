import { previewNote } from "../../../contract/notes/notes.ts";
import { recordKey } from "../../../contract/records/record-key.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { notesHtml } from "../../records/notes-html.ts";
import { getRecord } from "../../records/queries.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { procedure, procedureFor, router } from "../../trpc/procedures.ts";

export const noteRouter = router({
  html: procedure.input(recordKey).query(({ ctx, input }) => getNotes(ctx, input)),
  /** Reads nothing and changes nothing; a mutation because a long text does not fit into an address. */
  preview: procedureFor("editRecords")
    .input(previewNote)
    .mutation(({ input }) => previewNotes(input)),
});

/** The notes of a record as safe HTML; null without notes. Throws not_found. */
async function getNotes(ctx: RecordContext, { type, id }: RecordKey): Promise<{ html: string | null }> {
  const { values } = await getRecord(storeOf(type), ctx, { id });
  const { notes } = values;
  return { html: typeof notes === "string" && notes !== "" ? notesHtml(notes) : null };
}

/** What somebody is writing, as it will be shown. */
function previewNotes({ text }: { text: string }): { html: string } {
  return { html: notesHtml(text) };
}
