import type { LookalikeWatcher } from "../../../contract/lookalikes/lookalikes.ts";
import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";

/** What asks for the look-alikes of a domain: the domain itself or its customer; null where neither does, undefined without the domain. */
export async function watcherOf(db: Db, domainId: string): Promise<LookalikeWatcher | null | undefined> {
  const domain = await db
    .selectFrom("domains as d")
    .leftJoin("customers as c", "c.id", "d.customerId")
    .select(["d.watchesLookalikes as own", "c.watchesLookalikes as all"])
    .where("d.id", "=", domainId)
    .executeTakeFirst();
  if (!domain) return undefined;
  if (domain.own === 1) return "domain";
  return domain.all === 1 ? "customer" : null;
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
