import type { z } from "zod";
import type { BulkResult } from "../../../../contract/records/bulk.ts";
import type { movePage as movePageInput, movePages as movePagesInput } from "../../../../contract/wiki/page-input.ts";
import type { PageInTree } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import { type Tx, transact } from "../../../db/transact.ts";
import { Problem } from "../../../problem.ts";
import { type BulkContext, forEachRecord } from "../../../records/for-each-record.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import type { PersonContext } from "../../../trpc/context.ts";
import { openToAll, spreadVisibility } from "../access/visibility.ts";
import {
  type HierarchyPage,
  positionFor,
  readHierarchyPage,
  readParent,
  refuseDepth,
  subtreeOf,
} from "../hierarchy/position.ts";
import { signalPages } from "../hierarchy/signals.ts";

type Rooms = Pick<PersonContext, "pageRooms">;

/** Puts a page, with all that lies below it, under another one or at another position among its siblings. */
export async function movePage(ctx: RecordContext & Rooms, move: z.infer<typeof movePageInput>): Promise<PageInTree> {
  const moved = await transact(ctx, (tx) => movePageIn(tx, ctx, move));
  await ctx.pageRooms.recheck("all");
  return moved;
}

/** Puts many pages behind everything else under another one, in the given order. */
export async function movePages(
  ctx: BulkContext & Rooms,
  { ids, parentId }: z.infer<typeof movePagesInput>,
): Promise<BulkResult> {
  const result = await forEachRecord(storeOf("page"), ctx, [...new Set(ids)], (tx, within, id) =>
    movePageIn(tx, within, { id, parentId }),
  );
  await ctx.pageRooms.recheck("all");
  return result;
}

async function movePageIn(tx: Tx, ctx: RecordContext, { id, parentId, ...beside }: z.infer<typeof movePageInput>) {
  const page = await readHierarchyPage(tx.db, ctx.person, id);
  if (page.archivedAt)
    throw new Problem("precondition", { message: "Diese Seite liegt im Papierkorb. Stelle sie zuerst wieder her." });
  const parent = await readParent(tx.db, ctx.person, parentId);
  const below = await subtreeOf(tx.db, id);
  await refuseDepth(tx.db, parentId, { id, height: 1 + Math.max(...below.map(({ level }) => level)) });
  const position = await positionFor(tx.db, parentId, beside, id);
  await tx.db.updateTable("pages").set({ parentId, position }).where("id", "=", id).execute();
  if (parentId === page.parentId) {
    signalPages(tx, [id]);
    return { id, parentId, title: page.title };
  }
  const narrowed = await spreadVisibility(tx, id, parent ?? openToAll);
  const before = await refOf(tx.db, page.parentId);
  await tx.record({
    kind: "page.moved",
    subject: { type: "page", id },
    before: { parentId: before },
    after: { parentId: parent ? { id: parent.id, label: parent.title } : null },
  });
  signalPages(tx, [...new Set([id, ...narrowed])]);
  tx.signal({ event: "pageUpdated", payload: { page: { id } } });
  return { id, parentId, title: page.title };
}

async function refOf(db: Db, id: string | null): Promise<{ id: string; label: HierarchyPage["title"] } | null> {
  if (id === null) return null;
  const parent = await db.selectFrom("pages").select("title").where("id", "=", id).executeTakeFirst();
  return parent ? { id, label: parent.title } : null;
}
