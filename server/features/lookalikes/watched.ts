import type { LookalikeWatcher } from "../../../contract/lookalikes/lookalikes.ts";
import type { Db } from "../../db/connection.ts";

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
