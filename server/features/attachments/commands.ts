import type { z } from "zod";
import {
  type addAttachment,
  type attachment,
  ownerOf,
  type renameAttachment,
} from "../../../contract/files/attachments.ts";
import { type MimeType, mimeTypeOf, mimeTypes } from "../../../contract/files/files.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { archived, invalidField, notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { storeOf } from "../../records/registry.ts";
import { attachFile, detachFile } from "../files/commands.ts";

type Input = z.output<typeof attachment>;

/** Puts an uploaded file of this person on a record, as the next version of another one where that is said. */
export async function attach(
  ctx: RecordContext,
  { key, replaces, ...record }: z.output<typeof addAttachment>,
): Promise<{ key: string }> {
  return transact(ctx, async (tx) => {
    await checkWritable(tx, ctx, record);
    const already = await findOn(tx, key, record);
    if (already) return { key };
    await storeOf(record.type).beforeFiles?.(tx, ctx, { id: record.id, added: key });
    await attachFile(tx, { key, owner: ownerOf(record), createdById: ctx.person.id });
    if (replaces) await replace(tx, { key, replaces, record });
    const file = await findOn(tx, key, record);
    await recordAttachmentChange(tx, replaces ? "file.replaced" : "file.attached", record, {
      after: { filename: file?.filename },
    });
    return { key };
  });
}

/** Takes a file off a record; a day later its bytes are gone. */
export async function detach(ctx: RecordContext, { key, ...record }: Input): Promise<{ key: string }> {
  return transact(ctx, async (tx) => {
    const file = await findChangeable(tx, ctx, key, record);
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
    const file = await findChangeable(tx, ctx, key, record);
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

/** Keeps a file of a record as signed: from then on it stays as it is. Once only, and not taken back. */
export async function sign(ctx: RecordContext, { key, ...record }: Input): Promise<{ key: string }> {
  if (!storeOf(record.type).declaration.keepsSigned)
    throw new Problem("precondition", { message: "Hier werden keine unterschriebenen Dokumente festgehalten." });
  return transact(ctx, async (tx) => {
    await checkWritable(tx, ctx, record);
    const file = await findOn(tx, key, record);
    if (!file) throw notFound();
    if (file.signedAt) return { key };
    await tx.db.updateTable("files").set({ signedAt: tx.now().toISOString() }).where("key", "=", key).execute();
    await recordAttachmentChange(tx, "file.signed", record, { after: { filename: file.filename } });
    return { key };
  });
}

/** Makes a file the next version of another one of the record; one that has a next version already is refused. */
async function replace(
  tx: Tx,
  { key, replaces, record }: { key: string; replaces: string; record: RecordKey },
): Promise<void> {
  if (replaces === key || !(await findOn(tx, replaces, record)))
    throw invalidField("replaces", "Datei: Die frühere Fassung gibt es nicht mehr.");
  const next = await tx.db.selectFrom("files").select("key").where("replacesKey", "=", replaces).executeTakeFirst();
  if (next) throw new Problem("conflict", { message: "Von dieser Datei gibt es schon eine neuere Fassung." });
  await tx.db.updateTable("files").set({ replacesKey: replaces }).where("key", "=", key).execute();
}

function refuseSigned({ signedAt }: { signedAt: string | null }): void {
  if (signedAt)
    throw new Problem("precondition", {
      message: "Ein unterschriebenes Dokument bleibt, wie es ist. Füge eine neue Fassung hinzu.",
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
  if (record.archivedAt) throw archived();
}

/** A file of a record that may be renamed or taken off it, after the record's type has had its say. */
async function findChangeable(tx: Tx, ctx: RecordContext, key: string, record: RecordKey) {
  await checkWritable(tx, ctx, record);
  const file = await findOn(tx, key, record);
  if (!file) throw notFound();
  refuseSigned(file);
  await storeOf(record.type).beforeFiles?.(tx, ctx, { id: record.id });
  return file;
}

function findOn(tx: Tx, key: string, record: RecordKey) {
  return tx.db
    .selectFrom("files")
    .select(["filename", "mimeType", "signedAt"])
    .where("key", "=", key)
    .where("owner", "=", ownerOf(record))
    .executeTakeFirst();
}

async function recordAttachmentChange(
  tx: Tx,
  kind: "file.attached" | "file.detached" | "file.renamed" | "file.replaced" | "file.signed",
  { type, id }: RecordKey,
  contents: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await tx.record({ kind, subject: { type, id }, ...contents });
  if (type === "page") tx.wake("attachmentTexts");
  tx.signal({ event: "recordsChanged", payload: { records: { type, ids: [id] } } });
}
