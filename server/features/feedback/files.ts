import { maxFeedbackFileBytes, maxFeedbackFiles } from "../../../contract/feedback/feedback.ts";
import { ownerOf } from "../../../contract/files/attachments.ts";
import type { Tx } from "../../db/transact.ts";
import { forbidden, invalidField } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { canEditEntry } from "./policy.ts";

/** The files of an entry are changed by whoever may change the entry; there are few of them, and none is large. */
export async function refuseFiles(
  tx: Tx,
  { person }: RecordContext,
  { id, added }: { id: string; added?: string },
): Promise<void> {
  const entry = await tx.db
    .selectFrom("feedback")
    .select(["status", "authorId"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!canEditEntry(person, entry)) throw forbidden("Anhänge ändern können nur der Autor und Betreuer.");
  if (!added) return;
  const file = await tx.db.selectFrom("files").select(["filename", "size"]).where("key", "=", added).executeTakeFirst();
  if ((file?.size ?? 0) > maxFeedbackFileBytes)
    throw invalidField("files", `Anhänge: „${file?.filename}“ ist größer als 10 MB.`);
  const { count } = await tx.db
    .selectFrom("files")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner", "=", ownerOf({ type: "feedback", id }))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxFeedbackFiles) throw invalidField("files", `Anhänge: Höchstens ${maxFeedbackFiles} Dateien.`);
}
