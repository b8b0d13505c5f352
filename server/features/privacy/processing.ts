import type { Processing } from "../../../contract/privacy/privacy.ts";
import type { Db } from "../../db/connection.ts";

/** Who works on personal data for the agency, and what customers have signed. */
export async function readProcessing(db: Db): Promise<Processing> {
  const processors = await db
    .selectFrom("providers")
    .select(["id", "name", "avvSignedAt as signedOn", "avvVersion as version", "subProcessorsUrl as partsUrl"])
    .where("archivedAt", "is", null)
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
  const customers = db.selectFrom("customers").where("archivedAt", "is", null);
  const counted = await customers
    .where("avvStatus", "=", "signed")
    .select((eb) => ["avvVersion as version", eb.fn.countAll<number | string>().as("customers")])
    .groupBy("avvVersion")
    .execute();
  const { missing } = await customers
    .where("status", "=", "active")
    .where("avvStatus", "in", ["missing", "outdated"])
    .select((eb) => eb.fn.countAll<number | string>().as("missing"))
    .executeTakeFirstOrThrow();
  const versions = counted
    .map(({ version, customers }) => ({ version: version || null, customers: Number(customers) }))
    .sort((one, other) => other.customers - one.customers || (one.version ?? "").localeCompare(other.version ?? ""));
  return { processors, versions, missing: Number(missing) };
}

/** The customers that the agency works for under an agreement, by name. */
export async function listOrders(db: Db) {
  return db
    .selectFrom("customers")
    .select(["name", "number", "avvSignedAt as signedOn", "avvVersion as version", "subProcessors"])
    .where("archivedAt", "is", null)
    .where("avvStatus", "=", "signed")
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
}
