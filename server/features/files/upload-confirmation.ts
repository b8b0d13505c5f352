import { rm } from "node:fs/promises";
import type { z } from "zod";
import type * as contract from "../../../contract/files/files.ts";
import { maxFileBytes, mimeTypes, uploadLifeMs } from "../../../contract/files/files.ts";
import type { confirmUpload as confirmUploadInput } from "../../../contract/files/files-input.ts";
import type { FileTable } from "../../db/schema.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { toUploadedFile } from "./queries.ts";

type Confirmation = z.output<typeof confirmUploadInput>;

/** Makes received bytes a file of the portal, once; whatever is refused loses its bytes and its row. */
export async function confirmUpload(ctx: PersonContext, input: Confirmation): Promise<contract.UploadedFile> {
  const ticket = await claimConfirmation(ctx, input.key);
  try {
    const { path, ...verified } = await verifyReceived(ctx, ticket, input);
    await ctx.uploads.store.keep(ticket.key, { path, ...verified }).finally(() => rm(path, { force: true }));
    const filename = withExtensionOf(ticket.filename, verified.mimeType);
    return await transact(ctx, async (tx) => {
      const row = await tx.db
        .updateTable("files")
        .set({ ...verified, filename, confirmedAt: ctx.now().toISOString() })
        .where("key", "=", ticket.key)
        .where("createdById", "=", ctx.person.id)
        .where("confirmedAt", "is", null)
        .returning(["key", "filename", "mimeType", "size", "width", "height"])
        .executeTakeFirst();
      if (!row) throw notFound();
      const { mimeType, size } = verified;
      await tx.record({
        kind: "file.uploaded",
        subject: { type: "file", id: ticket.key },
        after: { filename, mimeType, size },
      });
      return toUploadedFile(row);
    });
  } catch (error) {
    await ctx.uploads.remove(ticket.key);
    await ctx.db.deleteFrom("files").where("key", "=", ticket.key).where("confirmedAt", "is", null).execute();
    throw error;
  }
}

/** Of several confirmations of one upload only one gets past this statement. */
async function claimConfirmation(ctx: PersonContext, key: string) {
  const mine = ctx.db.selectFrom("files").select("key").where("key", "=", key).where("createdById", "=", ctx.person.id);
  const ticket = await ctx.db
    .updateTable("files")
    .set({ checkedAt: ctx.now().toISOString() })
    .where("key", "=", key)
    .where("createdById", "=", ctx.person.id)
    .where("checkedAt", "is", null)
    .returning(["key", "filename", "mimeType", "size", "purpose", "receivedAt"])
    .executeTakeFirst();
  if (ticket) return ticket;
  if (!(await mine.executeTakeFirst())) throw notFound();
  throw new Problem("conflict", { message: "Datei: Dieser Upload ist bereits bestätigt." });
}

type Ticket = Pick<FileTable, "key" | "filename" | "mimeType" | "size" | "receivedAt">;

async function verifyReceived(ctx: PersonContext, ticket: Ticket, input: Confirmation) {
  const received = await ctx.uploads.store.fetchReceived(ticket.key, maxFileBytes);
  if (!received) throw new Problem("precondition", { message: "Datei: Es sind keine Daten angekommen." });
  try {
    const receivedAt = ticket.receivedAt ? new Date(ticket.receivedAt) : received.receivedAt;
    if (ctx.now().getTime() > receivedAt.getTime() + uploadLifeMs)
      throw new Problem("precondition", { message: "Datei: Dieser Upload ist abgelaufen." });
    if (input.filename !== ticket.filename) throw invalidField("filename", "Datei: Der Name ist ein anderer.");
    if (input.mimeType !== ticket.mimeType) throw invalidField("mimeType", "Datei: Der Dateityp ist ein anderer.");
    if (input.size !== received.size || (ticket.size ?? received.size) !== received.size)
      throw invalidField("size", "Datei: Die Größe ist eine andere.");
    const verified = await ctx.uploads.verify(received.path, ticket.mimeType);
    if (verified.path !== received.path) await rm(received.path, { force: true });
    return verified;
  } catch (error) {
    await rm(received.path, { force: true });
    throw error;
  }
}

/** A picture that is kept as another type gets that type's extension. */
function withExtensionOf(filename: string, mimeType: contract.MimeType): string {
  const extensions: readonly string[] = mimeTypes[mimeType].extensions;
  const dot = filename.lastIndexOf(".");
  return extensions.includes(filename.slice(dot + 1).toLowerCase())
    ? filename
    : `${filename.slice(0, dot).slice(0, 250)}.${extensions[0]}`;
}
