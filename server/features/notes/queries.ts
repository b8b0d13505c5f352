import type { RecordKey } from "../../../contract/records/record-types.ts";
import { notesHtml } from "../../records/notes-html.ts";
import { getRecord } from "../../records/queries.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";

/** The notes of a record as safe HTML; null without notes. Throws not_found. */
export async function getNotes(ctx: RecordContext, { type, id }: RecordKey): Promise<{ html: string | null }> {
  const { values } = await getRecord(storeOf(type), ctx, { id });
  const { notes } = values;
  return { html: typeof notes === "string" && notes !== "" ? notesHtml(notes) : null };
}

/** What somebody is writing, as it will be shown. */
export function previewNotes({ text }: { text: string }): { html: string } {
  return { html: notesHtml(text) };
}
