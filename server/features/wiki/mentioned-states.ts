import { type MentionKey, mentionName } from "../../../contract/document/mentions.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import { type RecordState, stateFieldOf, stateOf } from "../../../contract/records/state-tones.ts";
import type { Db } from "../../db/connection.ts";
import { dynamic } from "../../records/dynamic.ts";
import { tableOf } from "../../records/tables.ts";

/** How records that a person may see are doing, by `kind:id`; without those whose type has no states. */
export async function readStates(db: Db, keys: readonly MentionKey[]): Promise<Map<string, RecordState>> {
  const states = new Map<string, RecordState>();
  for (const [kind, group] of Map.groupBy(keys, (key) => key.kind)) {
    const field = kind === "user" ? undefined : stateFieldOf(kind);
    if (!field) continue;
    const rows = await dynamic(db)
      .selectFrom(tableOf(kind as RecordType))
      .select(["id", `${field} as state`])
      .where(
        "id",
        "in",
        group.map(({ id }) => id),
      )
      .execute();
    for (const row of rows) {
      const state = stateOf(kind as RecordType, row.state);
      if (state) states.set(mentionName({ kind, id: row.id as string }), state);
    }
  }
  return states;
}

/** Which of the mentioned people no longer work here. */
export async function readDeactivated(db: Db, keys: readonly MentionKey[]): Promise<Set<string>> {
  const ids = keys.filter(({ kind }) => kind === "user").map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("id", "in", ids)
    .where("deactivatedAt", "is not", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
