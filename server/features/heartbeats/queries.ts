import type { z } from "zod";
import { type HeartbeatView, stateOf } from "../../../contract/heartbeats/heartbeats.ts";
import type { listHeartbeats as listInput } from "../../../contract/heartbeats/heartbeats-input.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import type { HeartbeatTable } from "../../db/tables/checks.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** What reports on a record, the oldest first. */
export async function listHeartbeats(
  { db, now }: Pick<PersonContext, "db" | "now">,
  { type, id }: z.infer<typeof listInput>,
): Promise<HeartbeatView[]> {
  const rows = await selectHeartbeats(db)
    .where("targetType", "=", type)
    .where("targetId", "=", id)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map((row) => toView(row, now()));
}

export function selectHeartbeats(db: Db) {
  return db
    .selectFrom("heartbeats")
    .select(["id", "kind", "label", "hint", "everyS", "graceS", "createdAt", "renewedAt", "lastAt"])
    .select(["isDown", "message", "pingMs", "usageJson"]);
}

type Row = Omit<HeartbeatTable, "checkId" | "targetType" | "targetId" | "tokenHash" | "isDown"> & { isDown: 0 | 1 };

export function toView(row: Row, now: Date): HeartbeatView {
  const { id, kind, label, hint, everyS: everySeconds, graceS: graceSeconds, message, pingMs, usageJson } = row;
  const [createdAt, renewedAt, lastAt] = [new Date(row.createdAt), toDate(row.renewedAt), toDate(row.lastAt)];
  const state = stateOf({ createdAt, lastAt, isDown: row.isDown === 1, everySeconds, graceSeconds }, now);
  const usage = usageJson === null ? null : parseOwnJson<NonNullable<HeartbeatView["usage"]>>(usageJson);
  return {
    id,
    kind,
    label,
    hint,
    everySeconds,
    graceSeconds,
    state,
    createdAt,
    renewedAt,
    lastAt,
    message,
    pingMs,
    usage,
  };
}
