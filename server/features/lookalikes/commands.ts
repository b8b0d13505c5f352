import type { z } from "zod";
import type { judgeLookalike as judgeInput } from "../../../contract/lookalikes/lookalikes.ts";
import { transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";

/** Says what somebody makes of a name that looks alike. */
export async function judgeLookalike(
  ctx: RecordContext,
  { id, lookalikeId, state }: z.output<typeof judgeInput>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("lookalikes")
      .set({ state })
      .where("id", "=", lookalikeId)
      .where("domainId", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound();
    tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
    return { id: lookalikeId };
  });
}
