import { busyStates, undoDays } from "../../../contract/imports/imports.ts";
import { hourMs } from "../../../contract/time/durations.ts";
import type { ImportTable } from "../../db/tables/imports.ts";
import type { Services } from "../../trpc/context.ts";
import { removeRows } from "./import-rows.ts";

/** A file that nobody has finished importing lies here for so long. */
const fileHours = 24;
/** Result files are had for so long. */
const keepDays = 30;

/** Removes the file of an import, which may hold what nobody meant to hand over; the rows that were read from it stay. */
export async function removeImportFile(
  { db, uploads }: Pick<Services, "db" | "uploads">,
  { id, fileKey }: Pick<ImportTable, "id" | "fileKey">,
): Promise<void> {
  if (!fileKey) return;
  await db.updateTable("imports").set({ fileKey: null }).where("id", "=", id).execute();
  await db.deleteFrom("files").where("key", "=", fileKey).where("owner", "=", `import:${id}`).execute();
  await uploads.remove(fileKey);
}

/**
 * Throws drafts away that nobody has worked on since the days of undo, takes the file from what is a day old, and the
 * rows from imports that are older than their result file is kept. The list of past imports stays.
 */
export async function removeOldImports(services: Pick<Services, "db" | "uploads" | "now">): Promise<void> {
  const { db, now } = services;
  const before = (hours: number) => new Date(now().getTime() - hours * hourMs).toISOString();
  const withFile = await db
    .selectFrom("imports")
    .select(["id", "fileKey"])
    .where("fileKey", "is not", null)
    .where("createdAt", "<", before(fileHours))
    .where("state", "not in", [...busyStates])
    .execute();
  for (const row of withFile) await removeImportFile(services, row);
  const drafts = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", ["draft", "checked"])
    .where("createdAt", "<", before(undoDays * 24))
    .execute();
  const ended = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", ["finished", "cancelled", "aborted", "undone"])
    .where("createdAt", "<", before(keepDays * 24))
    .where((eb) =>
      eb.exists(eb.selectFrom("importRows").select("rowNumber").whereRef("importRows.importId", "=", "imports.id")),
    )
    .execute();
  for (const { id } of [...drafts, ...ended]) await removeRows(db, id);
  for (const { id } of drafts) await db.deleteFrom("imports").where("id", "=", id).execute();
}
