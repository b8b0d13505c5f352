import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";

/** Whether somebody wants the look-alikes of a domain: for it alone, or for all domains of its customer. Undefined without it. */
export async function isWatched(db: Db, domainId: string): Promise<boolean | undefined> {
  const domain = await db
    .selectFrom("domains as d")
    .leftJoin("customers as c", "c.id", "d.customerId")
    .select(["d.watchesLookalikes as own", "c.watchesLookalikes as all"])
    .where("d.id", "=", domainId)
    .executeTakeFirst();
  return domain && (domain.own === 1 || domain.all === 1);
}

/** Looks for those of some domains at once instead of on the next day. */
export async function lookNow(tx: Tx, of: { domainId: string } | { customerId: string }): Promise<void> {
  const domains = tx.db.selectFrom("domains").select("id");
  await tx.db
    .updateTable("lookups")
    .set({ dueAt: tx.now().toISOString() })
    .where("kind", "=", "lookalikes")
    .where(
      "targetId",
      "in",
      "domainId" in of ? domains.where("id", "=", of.domainId) : domains.where("customerId", "=", of.customerId),
    )
    .execute();
  tx.wake("lookups");
}
