import { type Attachment, ownerOf } from "../../../contract/files/attachments.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** The files of a record, newest first. Throws not_found. */
export async function listAttachments(
  { db, person }: Pick<RecordContext, "db" | "person">,
  key: RecordKey,
): Promise<Attachment[]> {
  if (!(await isReadable(db, key, person))) throw notFound();
  const rows = await db
    .selectFrom("files")
    .leftJoin("users", "users.id", "files.createdById")
    .select(["files.key", "filename", "mimeType", "size", "width", "confirmedAt", "createdById", "users.name"])
    .select(["replacesKey", "signedAt"])
    .where("owner", "=", ownerOf(key))
    .where("confirmedAt", "is not", null)
    .orderBy("confirmedAt", "desc")
    .orderBy("files.key")
    .execute();
  return rows.map(({ createdById, name, confirmedAt, size, signedAt, ...file }) => ({
    ...file,
    size: size ?? 0,
    addedBy: name === null ? null : { id: createdById, name },
    addedAt: new Date(requireValue(confirmedAt)),
    signedAt: toDate(signedAt),
  }));
}
