import { undoDays } from "../../../contract/imports/imports.ts";
import type { Services } from "../../trpc/context.ts";
import { removeRows } from "./import-rows.ts";

const dayMs = 86_400_000;
/** Result files are had for so long. */
const keepDays = 30;

/**
 * Throws drafts away that nobody has worked on since the days of undo, and takes the rows and the file from imports
 * that are older than their result file is kept. The list of past imports stays.
 */
export async function removeOldImports({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
  const drafts = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", ["draft", "checked"])
    .where("createdAt", "<", before(undoDays))
    .execute();
  const ended = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", ["finished", "cancelled", "aborted", "undone"])
    .where("createdAt", "<", before(keepDays))
    .where("fileKey", "is not", null)
    .execute();
  for (const { id } of [...drafts, ...ended]) {
    await removeRows(db, id);
    await db.updateTable("files").set({ owner: null }).where("owner", "=", `import:${id}`).execute();
  }
  for (const { id } of drafts) await db.deleteFrom("imports").where("id", "=", id).execute();
  for (const { id } of ended) await db.updateTable("imports").set({ fileKey: null }).where("id", "=", id).execute();
}
