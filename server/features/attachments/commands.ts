import type { z } from "zod";
import { type attachment, ownerOf } from "../../../contract/attachments.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import { dynamic } from "../../records/dynamic.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { attachFile, detachFile } from "../files/commands.ts";
import { stores } from "../records.ts";

type Input = z.output<typeof attachment>;

/** Puts an uploaded file of this person on a record. */
export async function attach(ctx: RecordContext, { key, ...record }: Input): Promise<{ key: string }> {
  return transact(ctx, async (tx) => {
    await checkWritable(tx, record);
    const already = await findOn(tx, key, record);
    if (already) return { key };
    await attachFile(tx, { key, owner: ownerOf(record), createdById: ctx.person.id });
    const file = await findOn(tx, key, record);
    await leaveTraces(tx, "file.attached", record, { after: { filename: file?.filename } });
    return { key };
  });
}

/** Takes a file off a record; a day later its bytes are gone. */
export async function detach(ctx: RecordContext, { key, ...record }: Input): Promise<{ key: string }> {
  return transact(ctx, async (tx) => {
    await checkWritable(tx, record);
    const file = await findOn(tx, key, record);
    if (!file) throw notFound();
    await detachFile(tx, { key, owner: ownerOf(record) });
    await leaveTraces(tx, "file.detached", record, { before: { filename: file.filename } });
    return { key };
  });
}

async function checkWritable(tx: Tx, { type, id }: RecordKey): Promise<void> {
  const record = await dynamic(tx.db)
    .selectFrom(stores[type].table)
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
    .select("filename")
    .where("key", "=", key)
    .where("owner", "=", ownerOf(record))
    .executeTakeFirst();
}

async function leaveTraces(
  tx: Tx,
  kind: "file.attached" | "file.detached",
  { type, id }: RecordKey,
  contents: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await tx.record({ kind, subject: { type, id }, ...contents });
  tx.signal({ event: "recordsChanged", payload: { records: { type, ids: [id] } } });
}
