import type { z } from "zod";
import type { setFollowing as setInput } from "../../../contract/follows/follows-input.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** Follows a record or stops following it, for oneself; saying so twice changes nothing. */
export async function setFollowing(ctx: RecordContext, { type, id, on }: z.infer<typeof setInput>) {
  return transact(ctx, async (tx) => {
    if (!(await isReadable(tx.db, { type, id }, ctx.person))) throw notFound();
    const row = { recordType: type, recordId: id, userId: ctx.person.id };
    if (on)
      await tx.db
        .insertInto("recordFollowers")
        .values({ ...row, createdAt: ctx.now().toISOString() })
        .onConflict((conflict) => conflict.columns(["recordType", "recordId", "userId"]).doNothing())
        .execute();
    else
      await tx.db
        .deleteFrom("recordFollowers")
        .where("recordType", "=", type)
        .where("recordId", "=", id)
        .where("userId", "=", ctx.person.id)
        .execute();
    return { isFollowing: on };
  });
}
