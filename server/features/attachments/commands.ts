import type { z } from "zod";
import { type attachment, ownerOf, type renameAttachment } from "../../../contract/files/attachments.ts";
import { type MimeType, mimeTypeOf, mimeTypes } from "../../../contract/files/files.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { attachFile, detachFile } from "../files/commands.ts";

type Input = z.output<typeof attachment>;

/** Puts an uploaded file of this person on a record. */
export async function attach(ctx: RecordContext, { key, ...record }: Input): Promise<{ key: string }> {
  return transact(ctx, async (tx) => {
    await checkWritable(tx, ctx, record);
    const already = await findOn(tx, key, record);
    if (already) return { key };
    await storeOf(record.type).beforeFiles?.(tx, ctx, { id: record.id, added: key });
    await attachFile(tx, { key, owner: ownerOf(record), createdById: ctx.person.id });
    const file = await findOn(tx, key, record);
    await recordAttachmentChange(tx, "file.attached", record, { after: { filename: file?.filename } });
    return { key };
  });
}

/** Takes a file off a record; a day later its bytes are gone. */
export async function detach(ctx: RecordContext, { key, ...record }: Input): Promise<{ key: string }> {
  return transact(ctx, async (tx) => {
    await checkWritable(tx, ctx, record);
    const file = await findOn(tx, key, record);
    if (!file) throw notFound();
    await storeOf(record.type).beforeFiles?.(tx, ctx, { id: record.id });
    await detachFile(tx, { key, owner: ownerOf(record) });
    await recordAttachmentChange(tx, "file.detached", record, { before: { filename: file.filename } });
    return { key };
  });
}

/** Gives a file of a record another name; what kind of file it is stays. */
export async function rename(
  ctx: RecordContext,
  { key, filename: typed, ...record }: z.output<typeof renameAttachment>,
): Promise<{ key: string; filename: string }> {
  return transact(ctx, async (tx) => {
    await checkWritable(tx, ctx, record);
    const file = await findOn(tx, key, record);
    if (!file) throw notFound();
    await storeOf(record.type).beforeFiles?.(tx, ctx, { id: record.id });
    const filename = withExtension(typed, file);
    if (filename === file.filename) return { key, filename };
    await tx.db.updateTable("files").set({ filename }).where("key", "=", key).execute();
    await recordAttachmentChange(tx, "file.renamed", record, {
      before: { filename: file.filename },
      after: { filename },
    });
    return { key, filename };
  });
}

/** A name without an extension gets the one that the file has; one of another kind would lie. */
function withExtension(typed: string, { filename, mimeType }: { filename: string; mimeType: MimeType }): string {
  const kind = mimeTypeOf(typed);
  if (kind === mimeType) return typed;
  const extension = filename.includes(".") ? filename.split(".").at(-1) : mimeTypes[mimeType].extensions[0];
  if (kind !== undefined) throw invalidField("filename", `Name: Die Datei muss auf „.${extension}“ enden.`);
  const name = `${typed}.${extension}`;
  if (name.length > 255) throw invalidField("filename", "Name: Höchstens 255 Zeichen.");
  return name;
}

async function checkWritable(tx: Tx, { person }: RecordContext, { type, id }: RecordKey): Promise<void> {
  if (!(await isReadable(tx.db, { type, id }, person))) throw notFound();
  const record = await dynamic(tx.db)
    .selectFrom(storeOf(type).table)
    .select("archivedAt")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!record) throw notFound();
  if (record.archivedAt)
    throw new Problem("precondition", { message: "Dieser Eintrag ist archiviert. Stelle ihn zuerst wieder her." });
}

function findOn(tx: Tx, key: string, record: RecordKey) {
  return tx.db
    .selectFrom("files")
    .select(["filename", "mimeType"])
    .where("key", "=", key)
    .where("owner", "=", ownerOf(record))
    .executeTakeFirst();
}

async function recordAttachmentChange(
  tx: Tx,
  kind: "file.attached" | "file.detached" | "file.renamed",
  { type, id }: RecordKey,
  contents: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await tx.record({ kind, subject: { type, id }, ...contents });
  if (type === "page") tx.wake("attachmentTexts");
  tx.signal({ event: "recordsChanged", payload: { records: { type, ids: [id] } } });
}
