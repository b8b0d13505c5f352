import type { z } from "zod";
import { type FoundType, maxRecents, type SearchHit } from "../../../contract/search/search.ts";
import type * as contract from "../../../contract/search/search-input.ts";
import { transact } from "../../db/transact.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readSummaries } from "./summaries.ts";

/** More are kept than shown: some of them are archived or deleted later. */
const kept = 30;

/** Remembers that a person has opened a record. */
export async function touchRecent(
  ctx: PersonContext,
  { type, id }: z.infer<typeof contract.touchRecent>,
): Promise<{ id: string }> {
  const userId = ctx.person.id;
  const at = ctx.now().toISOString();
  return transact(ctx, async ({ db }) => {
    await db
      .insertInto("recentRecords")
      .values({ userId, recordType: type, recordId: id, at })
      .onConflict((conflict) => conflict.columns(["userId", "recordType", "recordId"]).doUpdateSet({ at }))
      .execute();
    const oldest = db
      .selectFrom("recentRecords")
      .select("at")
      .where("userId", "=", userId)
      .orderBy("at", "desc")
      .limit(1)
      .offset(kept - 1);
    await db.deleteFrom("recentRecords").where("userId", "=", userId).where("at", "<", oldest).execute();
    return { id };
  });
}

/** What a person opened last, the latest first; without what is archived or gone. */
export async function listRecents(
  ctx: PersonContext,
  types: readonly FoundType[],
  limit: number,
): Promise<SearchHit[]> {
  const rows = await ctx.db
    .selectFrom("recentRecords")
    .select(["recordType as type", "recordId as id"])
    .where("userId", "=", ctx.person.id)
    .where(
      "recordType",
      "in",
      types.filter((type) => type !== "user"),
    )
    .orderBy("at", "desc")
    .limit(kept)
    .execute();
  const summaries = await readSummaries(ctx, rows);
  return summaries
    .filter(({ archived }) => !archived)
    .slice(0, Math.min(limit, maxRecents))
    .map(({ type, id, title, note, status, href, archived }) => ({ type, id, title, note, status, href, archived }));
}
