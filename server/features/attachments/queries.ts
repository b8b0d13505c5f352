import { type Attachment, ownerOf } from "../../../contract/attachments.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { notFound } from "../../problem.ts";
import { dynamic } from "../../records/dynamic.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { stores } from "../records.ts";

/** The files of a record, newest first. Throws not_found. */
export async function listAttachments({ db }: Pick<RecordContext, "db">, key: RecordKey): Promise<Attachment[]> {
  const record = await dynamic(db)
    .selectFrom(stores[key.type].table)
    .select("id")
    .where("id", "=", key.id)
    .executeTakeFirst();
  if (!record) throw notFound();
  const rows = await db
    .selectFrom("files")
    .leftJoin("users", "users.id", "files.createdById")
    .select(["files.key", "filename", "mimeType", "size", "width", "confirmedAt", "createdById", "users.name"])
    .where("owner", "=", ownerOf(key))
    .where("confirmedAt", "is not", null)
    .orderBy("confirmedAt", "desc")
    .orderBy("files.key")
    .execute();
  return rows.map(({ createdById, name, confirmedAt, size, ...file }) => ({
    ...file,
    size: size ?? 0,
    addedBy: name === null ? null : { id: createdById, name },
    addedAt: new Date(confirmedAt as string),
  }));
}
