import type { LookupKind, LookupState } from "../../../contract/lookups/lookups.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";

/** What was answered last about a domain, and how that came about; undefined for what is never asked. */
export async function readLookup<Answer>(
  db: Db,
  kind: LookupKind,
  targetId: string,
): Promise<{ state: LookupState; answer: Answer | null } | undefined> {
  const row = await db
    .selectFrom("lookups")
    .selectAll()
    .where("kind", "=", kind)
    .where("targetId", "=", targetId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    state: {
      answeredAt: toDate(row.answeredAt),
      triedAt: toDate(row.triedAt),
      error: row.error,
      dueAt: new Date(row.dueAt),
    },
    answer: row.answerJson === null ? null : JSON.parse(row.answerJson),
  };
}
