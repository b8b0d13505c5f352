import type { Db } from "../../db/connection.ts";
import { notFound } from "../../problem.ts";

/** Throws not_found for somebody whom the portal does not know. */
export async function assertUserExists(db: Db, userId: string): Promise<void> {
  const known = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (!known) throw notFound();
}
