import type { z } from "zod";
import type * as contract from "../../../contract/legal/legal-input.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { writeLegalState } from "./state.ts";

/**
 * Leaves a finding as it is, with a reason; it stays accepted also when it goes and comes back, until it gets worse. Throws a
 * conflict where it is accepted with another reason.
 */
export async function acceptFinding(
  ctx: PersonContext,
  { id, reason }: z.output<typeof contract.acceptLegalFinding>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const { websiteId, text, goneAt, acceptedAt, acceptedReason, acceptedBy } = await findFinding(tx, id);
    if (goneAt !== null)
      throw new Problem("precondition", {
        message: "Diese Auffälligkeit wird nicht mehr gefunden; zu akzeptieren gibt es nichts.",
      });
    if (acceptedAt !== null && acceptedReason === reason) return { id };
    if (acceptedAt !== null) throw alreadyAccepted(acceptedBy, acceptedReason);
    const acceptance = { acceptedAt: tx.now().toISOString(), acceptedById: ctx.person.id, acceptedReason: reason };
    const { numUpdatedRows } = await tx.db
      .updateTable("legalFindings")
      .set(acceptance)
      .where("id", "=", id)
      .where("acceptedAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw alreadyAccepted(null, null);
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

function alreadyAccepted(by: string | null, reason: string | null): Problem {
  const who = by === null ? "Jemand" : by;
  const why = reason === null ? "." : `, mit dem Grund „${reason}“.`;
  return new Problem("conflict", {
    message: `${who} hat das schon akzeptiert${why} Für einen anderen Grund öffne die Auffälligkeit zuerst wieder.`,
  });
}

async function findFinding(tx: Tx, id: string) {
  const finding = await tx.db
    .selectFrom("legalFindings")
    .innerJoin("websites", "websites.id", "legalFindings.websiteId")
    .leftJoin("users", "users.id", "legalFindings.acceptedById")
    .select(["legalFindings.websiteId", "legalFindings.text", "legalFindings.goneAt"])
    .select(["legalFindings.acceptedAt", "legalFindings.acceptedReason", "users.name as acceptedBy"])
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
