import type { Db } from "./connection.ts";

/** A query over the people whose account is not deactivated; those invited who have not joined yet are among them. */
export const activeUsers = (db: Pick<Db, "selectFrom">) =>
  db.selectFrom("users").where("users.deactivatedAt", "is", null);
