import type { z } from "zod";
import type * as contract from "../../../contract/legal/legal-input.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { writeLegalState } from "./state.ts";

/** Leaves a finding as it is, with a reason; it stays accepted also when it goes and comes back. */
export async function acceptFinding(
  ctx: PersonContext,
  { id, reason }: z.output<typeof contract.acceptLegalFinding>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { websiteId, text } = await findFinding(tx, id);
    const acceptance = { acceptedAt: tx.now().toISOString(), acceptedById: ctx.person.id, acceptedReason: reason };
    await tx.db.updateTable("legalFindings").set(acceptance).where("id", "=", id).execute();
    await follow(tx, websiteId);
    await tx.record({
      kind: "finding.accepted",
      subject: { type: "website", id: websiteId },
      after: { finding: text, reason },
    });
    return { id };
  });
}

/** Takes the acceptance of a finding back. */
export async function reopenFinding(
  ctx: PersonContext,
  { id }: z.output<typeof contract.oneLegalFinding>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { websiteId, text, acceptedAt } = await findFinding(tx, id);
    if (acceptedAt === null) throw notFound();
    const none = { acceptedAt: null, acceptedById: null, acceptedReason: null };
    await tx.db.updateTable("legalFindings").set(none).where("id", "=", id).execute();
    await follow(tx, websiteId);
    await tx.record({
      kind: "finding.reopened",
      subject: { type: "website", id: websiteId },
      after: { finding: text },
    });
    return { id };
  });
}

async function findFinding(tx: Tx, id: string) {
  const finding = await tx.db
    .selectFrom("legalFindings")
    .innerJoin("websites", "websites.id", "legalFindings.websiteId")
    .select(["legalFindings.websiteId", "legalFindings.text", "legalFindings.acceptedAt"])
    .where("legalFindings.id", "=", id)
    .where("websites.archivedAt", "is", null)
    .executeTakeFirst();
  if (!finding) throw notFound();
  return finding;
}

async function follow(tx: Tx, websiteId: string): Promise<void> {
  await writeLegalState(tx, websiteId);
  tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [websiteId] } } });
}
