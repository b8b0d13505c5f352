import { heartbeatTargets } from "../../../contract/heartbeats/heartbeats.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { newId } from "../../db/new-id.ts";
import { prepare } from "../../db/prepare.ts";
import type { HeartbeatTable } from "../../db/tables/checks.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { openRevision } from "../checks/derive.ts";
import { refreshStatuses } from "../checks/refresh-statuses.ts";

/** How often the checker looks whether a report is due; what came is looked at at once. */
const lookEveryS = 60;

/** Makes the check of a heartbeat, which is enabled while its record is live. */
export async function insertCheck(
  tx: Tx,
  {
    id,
    targetType,
    targetId,
    label,
    graceS,
  }: Pick<HeartbeatTable, "id" | "targetType" | "targetId" | "label" | "graceS">,
): Promise<string> {
  const checkId = newId();
  const at = tx.now().toISOString();
  await tx.db
    .insertInto("checks")
    .values({
      id: checkId,
      kind: "push",
      targetType,
      targetId,
      part: id,
      label,
      address: `push:${id}`,
      intervalS: lookEveryS,
      timeoutMs: 5000,
      config: JSON.stringify({ graceSeconds: graceS }),
      secret: null,
      isEnabled: (await isLive(tx, targetType, targetId)) ? 1 : 0,
      pausedAt: null,
      pausedById: null,
      quietFrom: null,
      quietUntil: null,
      askedAt: null,
      statusSince: null,
      cause: null,
      removedAt: null,
      revision: await openRevision(tx)(),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  tx.wake("checks");
  await refreshStatuses(tx, targetType, [targetId]);
  return checkId;
}

/** Changes the check of a heartbeat, so that the checker reads it anew. */
export async function updateCheck(
  tx: Tx,
  checkId: string,
  columns: {
    label?: string;
    config?: string;
    askedAt?: string;
    isEnabled?: 0 | 1;
    removedAt?: string;
    targetId?: string;
  },
): Promise<void> {
  await tx.db
    .updateTable("checks")
    .set({ ...columns, revision: await openRevision(tx)(), updatedAt: tx.now().toISOString() })
    .where("id", "=", checkId)
    .execute();
  tx.wake("checks");
}

const live: Record<HeartbeatTable["targetType"], readonly string[]> = {
  website: ["live"],
  host: ["active", "replacing"],
};

async function isLive(tx: Tx, type: HeartbeatTable["targetType"], id: string): Promise<boolean> {
  const row = await dynamic(tx.db)
    .selectFrom(`${type}s`)
    .select(["lifecycle", "archivedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined && row.archivedAt === null && live[type].includes(String(row.lifecycle));
}

/** Nobody is missed who is archived or shut down; what belongs to a record that is gone goes with it. */
export async function followTargets(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  if (tx.isRehearsal) return;
  const seen = new Set<string>();
  for (const { kind, subject } of changes) {
    const { type, id } = subject;
    if (!isOneOf(heartbeatTargets, type) || !kind.startsWith(`${type}.`) || seen.has(`${type}:${id}`)) continue;
    seen.add(`${type}:${id}`);
    const rows = await selectOf(tx.db, type, id);
    if (rows.length === 0) continue;
    if (changes.some((change) => change.subject.id === id && change.kind === `${type}.deleted`)) {
      for (const row of rows) await removeWithCheck(tx, row);
      continue;
    }
    const isEnabled = (await isLive(tx, type, id)) ? 1 : 0;
    for (const row of rows) if (row.isEnabled !== isEnabled) await updateCheck(tx, row.checkId, { isEnabled });
    await refreshStatuses(tx, type, [id]);
  }
}

const selectOf = prepare((db, type: HeartbeatTable["targetType"], id: string) =>
  db
    .selectFrom("heartbeats as h")
    .innerJoin("checks as c", "c.id", "h.checkId")
    .select(["h.id", "h.checkId", "c.isEnabled"])
    .where("h.targetType", "=", type)
    .where("h.targetId", "=", id),
);

/** Ends a heartbeat; the row of its check goes once the checker knows. */
export async function removeWithCheck(tx: Tx, { id, checkId }: { id: string; checkId: string }): Promise<void> {
  await tx.db.deleteFrom("heartbeats").where("id", "=", id).execute();
  await updateCheck(tx, checkId, { isEnabled: 0, removedAt: tx.now().toISOString() });
}
