import type { FollowedType } from "../../contract/follows/follows.ts";
import { activeUsers } from "../db/active-users.ts";
import type { Tx } from "../db/transact.ts";

interface Followed {
  type: FollowedType;
  id: string;
}

/**
 * To whom news of a record go: who follows it and who is responsible for it, active users only and each once, without
 * who made the news.
 */
export async function peopleConcerned(
  tx: Tx,
  { type, id, responsibleUserId }: Followed & { responsibleUserId: string | null },
  actorId: string,
): Promise<string[]> {
  const rows = await activeUsers(tx.db)
    .select("id")
    .where("id", "!=", actorId)
    .where((eb) =>
      eb.or([
        eb("id", "=", responsibleUserId ?? ""),
        eb(
          "id",
          "in",
          eb.selectFrom("recordFollowers").select("userId").where("recordType", "=", type).where("recordId", "=", id),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}
