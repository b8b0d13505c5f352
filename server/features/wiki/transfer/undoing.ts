import { transact } from "../../../db/transact.ts";
import { archiveRecordIn } from "../../../records/commands.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { announce } from "../../imports/announce.ts";
import { pages as store } from "../store.ts";
import { type KeptPage, readProgress } from "./import-state.ts";
import type { ImportWork } from "./import-work.ts";

/** Takes an import back, the deepest pages first. Cut off it begins anew: what lies in the trash stays there. */
export async function undoImport({ ctx, row, proceed }: ImportWork): Promise<void> {
  if (row.undoJson !== null) return;
  const { ctx: quiet, ...announcer } = announce(ctx);
  const { pages } = await readProgress(ctx.db, row);
  let trashed = 0;
  let kept = 0;
  for (const page of pages.reverse()) {
    if (page.pageId === null) continue;
    await proceed();
    try {
      await ctx.pageRooms.materialise(page.pageId);
      if (await trash(quiet, page, page.pageId)) trashed += 1;
      else kept += 1;
    } catch (error) {
      ctx.log.error({ err: error, pageImportId: row.id }, "imported page could not be taken back");
      kept += 1;
    }
    announcer.tick();
  }
  announcer.end();
  await ctx.db
    .updateTable("pageImports")
    .set({ undoJson: JSON.stringify({ trashed, kept }) })
    .where("id", "=", row.id)
    .where("state", "=", "undone")
    .execute();
  await ctx.pageRooms.recheck("all");
}

/** Whether the page is in the trash now. */
function trash(ctx: RecordContext, page: KeptPage, id: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const standing = await tx.db
      .selectFrom("pages")
      .select(["version", "contentVersion", "archivedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!standing || standing.archivedAt !== null) return true;
    const below = await tx.db
      .selectFrom("pages")
      .select("id")
      .where("parentId", "=", id)
      .where("archivedAt", "is", null)
      .executeTakeFirst();
    if (below || isChanged(page, standing)) return false;
    await archiveRecordIn(tx, store, ctx, { id });
    return true;
  });
}

const isChanged = ({ made }: KeptPage, now: { version: number; contentVersion: number }) =>
  made === null || now.version !== made.version || now.contentVersion !== made.contentVersion;
