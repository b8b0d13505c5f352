import type { z } from "zod";
import { addMonths, portalDate } from "../../../../contract/time/today.ts";
import type { confirmPage as confirmInput } from "../../../../contract/wiki/page-input.ts";
import { transact } from "../../../db/transact.ts";
import { updateRecordIn, type Written } from "../../../records/commands.ts";
import type { RecordContext } from "../../../records/record-context.ts";
import { storeOf } from "../../../records/registry.ts";
import { readStored } from "../../../records/stored.ts";

/** Says that what a page tells still holds; it is due again after its usual time. */
export async function confirmPage(ctx: RecordContext, { id, version }: z.infer<typeof confirmInput>): Promise<Written> {
  const today = portalDate(ctx.now());
  return transact(ctx, async (tx) => {
    const months = (await readStored(tx.db, storeOf("page"), id))?.values.reviewEveryMonths;
    const body = {
      lastReviewedAt: today,
      lastReviewedById: ctx.person.id,
      reviewAt: typeof months === "number" ? addMonths(today, months) : null,
    };
    return updateRecordIn(tx, storeOf("page"), ctx, { params: { id }, body, version, as: "page.confirmed" });
  });
}
