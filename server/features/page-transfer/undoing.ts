import { transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import { archiveRecordIn } from "../../records/commands.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { announce } from "../imports/announce.ts";
import { pages as store } from "../pages/store.ts";
import { findPageImport, type KeptPage, pagesOf } from "./import-state.ts";

/** Puts into the trash what an import has created, but for pages that somebody has changed or put others below. */
export async function undoPageImport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const row = await findPageImport(ctx.db, ctx.person, id);
  const { numUpdatedRows } = await ctx.db
    .updateTable("pageImports")
    .set({ state: "undone" })
    .where("id", "=", id)
    .where("state", "in", ["finished", row.state === "finished" ? "running" : "finished"])
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Problem("conflict", { message: "Dieser Import lässt sich nicht rückgängig machen." });
  const { ctx: quiet, ...announcer } = announce(ctx);
  let trashed = 0;
  let kept = 0;
  for (const page of pagesOf(row).reverse()) {
    if (page.pageId === null) continue;
    await ctx.pageRooms.materialise(page.pageId);
    const isGone = await transact(quiet, async (tx) => {
      const standing = await tx.db
        .selectFrom("pages")
        .select(["version", "contentVersion", "archivedAt"])
        .where("id", "=", page.pageId as string)
        .executeTakeFirst();
      if (!standing || standing.archivedAt !== null) return true;
      const below = await tx.db
        .selectFrom("pages")
        .select("id")
        .where("parentId", "=", page.pageId)
        .where("archivedAt", "is", null)
        .executeTakeFirst();
      if (below || isChanged(page, standing)) return false;
      await archiveRecordIn(tx, store, quiet, { id: page.pageId as string });
      return true;
    });
    if (isGone) trashed += 1;
    else kept += 1;
    announcer.tick();
  }
  announcer.end();
  await ctx.db
    .updateTable("pageImports")
    .set({ undoJson: JSON.stringify({ trashed, kept }) })
    .where("id", "=", id)
    .execute();
  await ctx.pageRooms.recheck("all");
  return { id };
}

const isChanged = ({ made }: KeptPage, now: { version: number; contentVersion: number }) =>
  made === null || now.version !== made.version || now.contentVersion !== made.contentVersion;
