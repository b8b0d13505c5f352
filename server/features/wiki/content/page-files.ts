import { ownerOf } from "../../../../contract/files/attachments.ts";
import type { Db } from "../../../db/connection.ts";

/** Makes files that were uploaded by the editors and belong to nothing yet the page's own, so that its readers see them. */
export async function takeFiles(
  db: Db,
  pageId: string,
  keys: readonly string[],
  editorIds: readonly string[],
): Promise<void> {
  if (keys.length === 0 || editorIds.length === 0) return;
  await db
    .updateTable("files")
    .set({ owner: ownerOf({ type: "page", id: pageId }) })
    .where("key", "in", keys)
    .where("createdById", "in", editorIds)
    .where("confirmedAt", "is not", null)
    .where("owner", "is", null)
    .execute();
}

/** Gives the files of a page that other pages embed, such as its copies, to one of these; belongs before its deletion. */
export async function passOnFiles(db: Db, pageId: string): Promise<void> {
  const embedded = await db
    .selectFrom("files")
    .innerJoin("pageReferences as r", (join) => join.onRef("r.targetId", "=", "files.key").on("r.kind", "=", "file"))
    .select(["files.key", "r.pageId"])
    .where("files.owner", "=", ownerOf({ type: "page", id: pageId }))
    .where("r.pageId", "!=", pageId)
    .orderBy("r.pageId")
    .execute();
  const heirs = new Map(embedded.map(({ key, pageId: heir }) => [key, heir]));
  for (const [key, heir] of heirs)
    await db
      .updateTable("files")
      .set({ owner: ownerOf({ type: "page", id: heir }) })
      .where("key", "=", key)
      .execute();
}
