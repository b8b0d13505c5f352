import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Tx } from "../../db/transact.ts";

/** Who follows a record and still has an account. */
export async function activeFollowers(tx: Tx, type: CheckTargetType, id: string): Promise<string[]> {
  const rows = await activeUsers(tx.db)
    .select("id")
    .where("id", "in", (eb) =>
      eb.selectFrom("recordFollowers").select("userId").where("recordType", "=", type).where("recordId", "=", id),
    )
    .execute();
  return rows.map((row) => row.id);
}
