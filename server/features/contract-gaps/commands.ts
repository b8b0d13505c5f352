import { sql } from "kysely";
import type { z } from "zod";
import type { reopenGap, settleGap } from "../../../contract/contract-gaps/contract-gaps-input.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { selectGaps } from "./queries.ts";

/** Settles a finding with a reason; it stays settled as long as its facts stay the same. */
export async function settle(
  ctx: PersonContext,
  { kind, type, id, facts, reason }: z.output<typeof settleGap>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { rows } = await sql<{ facts: string }>`
      select facts from (${selectGaps([kind], portalDate(tx.now()))}) as gap where type = ${type} and id = ${id}`.execute(
      tx.db,
    );
    if (!rows[0]) throw notFound();
    if (rows[0].facts !== facts)
      throw new Problem("conflict", { message: "Hier hat sich inzwischen etwas geändert. Sieh noch einmal nach." });
    const settlement = { facts, reason, settledById: ctx.person.id, settledAt: tx.now().toISOString() };
    await tx.db
      .insertInto("gapSettlements")
      .values({ kind, subjectType: type, subjectId: id, ...settlement })
      .onConflict((conflict) => conflict.columns(["kind", "subjectType", "subjectId"]).doUpdateSet(settlement))
      .execute();
    await tx.record({ kind: "gap.settled", subject: { type, id }, after: { gap: kind, reason } });
    return { id };
  });
}

/** Opens a finding that was settled. */
export async function reopen(
  ctx: PersonContext,
  { kind, type, id }: z.output<typeof reopenGap>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom("gapSettlements")
      .where("kind", "=", kind)
      .where("subjectType", "=", type)
      .where("subjectId", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await tx.record({ kind: "gap.reopened", subject: { type, id }, after: { gap: kind } });
    return { id };
  });
}
