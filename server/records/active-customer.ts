import type { Tx } from "../db/transact.ts";
import { archived, notFound } from "../problem.ts";

/** Refuses to begin something new for a customer who is gone or archived. */
export async function assertActiveCustomer(tx: Tx, id: string): Promise<void> {
  const customer = await tx.db.selectFrom("customers").select("archivedAt").where("id", "=", id).executeTakeFirst();
  if (!customer) throw notFound();
  if (customer.archivedAt) throw archived("Dieser Kunde");
}
