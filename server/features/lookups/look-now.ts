import type { LookupKindOf } from "../../../contract/lookups/lookups.ts";
import type { Tx } from "../../db/transact.ts";

/** Asks about a domain, or all domains of a customer, at once instead of when it would be their turn. */
export async function lookNow(
  tx: Tx,
  kind: LookupKindOf<"domain">,
  of: { domainId: string } | { customerId: string },
): Promise<void> {
  const domains = tx.db.selectFrom("domains").select("id");
  await tx.db
    .updateTable("lookups")
    .set({ dueAt: tx.now().toISOString() })
    .where("kind", "=", kind)
    .where(
      "targetId",
      "in",
      "domainId" in of ? domains.where("id", "=", of.domainId) : domains.where("customerId", "=", of.customerId),
    )
    .execute();
  tx.wake("lookups");
}
