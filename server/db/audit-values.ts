import type { ChangeTable } from "./schema.ts";
import type { Tx } from "./transact.ts";

/**
 * Belongs before whatever changes the subject or the values of recorded changes, such as an erasure or a merge: the chain
 * of the audit log does not compare them any more. Without the salt their hash tells nobody what they were.
 */
export async function releaseAuditValues(
  tx: Pick<Tx, "db">,
  of: Partial<Pick<ChangeTable, "id" | "subjectType" | "subjectId">>,
): Promise<void> {
  let changes = tx.db.selectFrom("changes").select("id");
  if (of.id !== undefined) changes = changes.where("id", "=", of.id);
  if (of.subjectType !== undefined) changes = changes.where("subjectType", "=", of.subjectType);
  if (of.subjectId !== undefined) changes = changes.where("subjectId", "=", of.subjectId);
  await tx.db.updateTable("auditLinks").set({ valuesSalt: null }).where("changeId", "in", changes).execute();
}
