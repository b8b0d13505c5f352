import type { z } from "zod";
import { portalDate } from "../../../../contract/time/today.ts";
import type { setFavourite as setFavouriteInput } from "../../../../contract/wiki/page-input.ts";
import { transact } from "../../../db/transact.ts";
import { notFound } from "../../../problem.ts";
import { isReadable } from "../../../records/readable.ts";
import type { RecordContext } from "../../../records/record-context.ts";

/** Notes that a person looks at a page: it is no longer new to them, and they count once today. */
export async function visitPage(ctx: RecordContext, { id }: { id: string }): Promise<{ id: string }> {
  const userId = ctx.person.id;
  const at = ctx.now();
  return transact(ctx, async ({ db }) => {
    if (!(await isReadable(db, { type: "page", id }, ctx.person))) throw notFound();
    const seenAt = at.toISOString();
    await db
      .insertInto("pageVisits")
      .values({ pageId: id, userId, seenAt })
      .onConflict((conflict) => conflict.columns(["userId", "pageId"]).doUpdateSet({ seenAt }))
      .execute();
    await db
      .insertInto("pageViews")
      .values({ pageId: id, userId, day: portalDate(at) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { id };
  });
}

/** Adds a page to a person's favourites or takes it out; nobody else hears of it. */
export async function setFavourite(
  ctx: RecordContext,
  { id, isFavourite }: z.infer<typeof setFavouriteInput>,
): Promise<{ id: string; isFavourite: boolean }> {
  const userId = ctx.person.id;
  return transact(ctx, async (tx) => {
    const { db } = tx;
    if (!(await isReadable(db, { type: "page", id }, ctx.person))) throw notFound();
    if (isFavourite)
      await db
        .insertInto("pageFavourites")
        .values({ pageId: id, userId, createdAt: ctx.now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await db.deleteFrom("pageFavourites").where("pageId", "=", id).where("userId", "=", userId).execute();
    tx.signal({ event: "favouritesChanged", payload: { page: { id } }, toUserId: userId });
    return { id, isFavourite };
  });
}
