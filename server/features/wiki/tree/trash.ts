import { sql } from "kysely";
import { textOf } from "../../../../contract/records/read-value.ts";
import type { PageTrashInfo } from "../../../../contract/wiki/page-rows.ts";
import type { Db } from "../../../db/connection.ts";
import type { Tx } from "../../../db/transact.ts";
import { readableBy } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import type { Stored } from "../../../records/stored.ts";
import { indexRecord } from "../../../search/index-record.ts";
import { effectiveOf, spreadVisibility, visibleTo } from "../access/visibility.ts";
import { passOnFiles } from "../content/page-files.ts";
import { type PageBelow, positionFor, readHierarchyPage, subtreeOf } from "../hierarchy/position.ts";
import { signalPages } from "../hierarchy/signals.ts";

/** What the question before the trash says: only what the person may read is counted. */
export async function trashInfo(
  ctx: Pick<RecordContext, "db" | "person">,
  { id }: { id: string },
): Promise<PageTrashInfo> {
  await readHierarchyPage(ctx.db, ctx.person, id);
  const readable = readableBy("page", ctx.person, "p") ?? sql`1 = 1`;
  const { rows } = await sql<{ children: number; backlinks: number }>`
    with recursive below (id) as (
      select ${id} union all
      select p.id from below cross join pages as p where p.parent_id = below.id and p.archived_at is null
    ) select
      (select count(*) from below cross join pages as p
        where p.id = below.id and p.id != ${id} and ${readable}) as children,
      (select count(distinct p.id) from page_references as r join pages as p on p.id = r.page_id
        where r.kind = 'page' and r.target_id in (select id from below)
          and p.id not in (select id from below) and p.archived_at is null and ${readable}) as backlinks
    `.execute(ctx.db);
  return { children: Number(rows[0]?.children ?? 0), backlinks: Number(rows[0]?.backlinks ?? 0) };
}

/** What lies below a page goes to the trash with it, at the same moment: so it is known again when it comes back. */
export async function archiveBelow(tx: Tx, ctx: RecordContext, { id }: Stored): Promise<void> {
  const below = (await subtreeOf(tx.db, id)).filter((page) => page.id !== id && page.archivedAt === null);
  await setArchived(tx, below, ctx.now().toISOString());
}

/**
 * Brings back what went to the trash with a page. It returns to its place; where its parent is gone, to the top, and
 * then for nobody who could not read it before.
 */
export async function restoreBelow(tx: Tx, ctx: RecordContext, { id, archivedAt }: Stored): Promise<void> {
  const below = (await subtreeOf(tx.db, id)).filter((page) => page.id !== id && page.archivedAt === archivedAt);
  await setArchived(tx, below, null);
  const page = await readHierarchyPage(tx.db, ctx.person, id);
  if (page.parentId === null) return;
  const parent = await tx.db
    .selectFrom("pages")
    .select("archivedAt")
    .where("id", "=", page.parentId)
    .executeTakeFirst();
  if (parent && parent.archivedAt === null) return;
  await moveUp(tx, page, null);
}

/** Before a page is deleted for good, what lies below it moves up, its readers staying the same, and its files to heirs. */
export async function leaveChildren(tx: Tx, _ctx: RecordContext, { id, values }: Stored): Promise<void> {
  const children = await childrenOf(tx.db, id);
  for (const child of children) await moveUp(tx, child, textOf(values.parentId) || null);
  signalPages(
    tx,
    children.map((child) => child.id),
  );
  await passOnFiles(tx.db, id);
}

/** Moves the children of a page to where it is itself, right behind it. */
export async function lift(tx: Tx, page: { id: string; parentId: string | null }): Promise<void> {
  const children = (await childrenOf(tx.db, page.id)).filter((child) => child.archivedAt === null);
  let after = page.id;
  for (const child of children) {
    await moveUp(tx, child, page.parentId, after);
    after = child.id;
  }
  signalPages(
    tx,
    children.map((child) => child.id),
  );
}

type Child = Pick<PageBelow, "id" | "status" | "maintainersOnly" | "privateToId">;

/** Puts a page under another one without letting in anybody who could not read it before. */
async function moveUp(tx: Tx, page: Child, parentId: string | null, after?: string): Promise<void> {
  const position = await positionFor(tx.db, parentId, { after }, page.id);
  const above = await effectiveOf(tx.db, parentId);
  // A draft stays its author's by being one.
  const visibility = visibleTo(page.status === "draft" ? { ...page, privateToId: null } : page);
  const kept = visibility === visibleTo(above) ? {} : { visibility };
  await tx.db
    .updateTable("pages")
    .set({ parentId, position, ...kept })
    .where("id", "=", page.id)
    .execute();
  await spreadVisibility(tx, page.id, above);
}

function childrenOf(db: Db, id: string) {
  return db
    .selectFrom("pages")
    .select(["id", "status", "maintainersOnly", "privateToId", "archivedAt"])
    .where("parentId", "=", id)
    .orderBy("position")
    .execute();
}

async function setArchived(tx: Tx, below: readonly PageBelow[], archivedAt: string | null) {
  for (const { id, version } of below) {
    await tx.db
      .updateTable("pages")
      .set({ archivedAt, version: version + 1 })
      .where("id", "=", id)
      .execute();
    const kind = archivedAt ? "page.archived" : "page.restored";
    await tx.record({ kind, subject: { type: "page", id }, version: version + 1 });
    tx.beforeCommit(`search:${id}`, () => indexRecord(tx, { type: "page", id }));
  }
  signalPages(
    tx,
    below.map(({ id }) => id),
  );
}
