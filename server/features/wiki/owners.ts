import type { Db } from "../../db/connection.ts";

/** Who has a say in who may read a page. */
export function readOwners(db: Db, id: string) {
  return db.selectFrom("pages").select(["createdById", "responsibleUserId"]).where("id", "=", id).executeTakeFirst();
}
