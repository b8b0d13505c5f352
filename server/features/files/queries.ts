import { maxOpenUploads, type UploadedFile, uploadLifeMs } from "../../../contract/files/files.ts";
import type { Db } from "../../db/connection.ts";
import type { FileTable } from "../../db/schema.ts";
import { Problem } from "../../problem.ts";
import { leastReader, type Reader } from "../../records/readable.ts";
import { mayReadFile } from "./readable-file.ts";

/** A confirmed file that the person may look at; undefined when there is none. */
export async function findFile(db: Db, key: string, reader: Reader): Promise<FoundFile | undefined> {
  const row = await db
    .selectFrom("files")
    .select(["key", "filename", "mimeType", "size", "width", "height", "owner", "createdById"])
    .where("key", "=", key)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  if (!row || !(await mayReadFile(db, reader, row))) return undefined;
  const isRestricted = row.owner !== null && !(await mayReadFile(db, leastReader, row));
  return { ...toUploadedFile(row), isRestricted };
}

/** A file that somebody may read; of a restricted one, the right to it may end any day. */
export type FoundFile = UploadedFile & { isRestricted: boolean };

/** Whether bytes may still come in under a ticket of this person. */
export async function isAwaited(db: Db, key: string, createdById: string): Promise<boolean> {
  const row = await db
    .selectFrom("files")
    .select("key")
    .where("key", "=", key)
    .where("createdById", "=", createdById)
    .where("receivedAt", "is", null)
    .where("checkedAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was begun and not finished counts only for as long as its ticket could still finish it. */
export async function checkOpenUploads(db: Db, createdById: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - uploadLifeMs).toISOString();
  const { open } = await db
    .selectFrom("files")
    .select((eb) => eb.fn.countAll<number | string>().as("open"))
    .where("createdById", "=", createdById)
    .where("owner", "is", null)
    .where((eb) =>
      eb.or([eb("confirmedAt", "is not", null), eb("createdAt", ">", since), eb("receivedAt", ">", since)]),
    )
    .executeTakeFirstOrThrow();
  if (Number(open) >= maxOpenUploads)
    throw new Problem("too_many", {
      message: "Datei: Zu viele offene Uploads. Bitte später erneut versuchen.",
      retryAfterSeconds: 60,
    });
}

export function toUploadedFile({
  key,
  filename,
  mimeType,
  size,
  width,
  height,
}: Pick<FileTable, "key" | "filename" | "mimeType" | "size" | "width" | "height">): UploadedFile {
  return { key, filename, mimeType, size: size ?? 0, width, height };
}
