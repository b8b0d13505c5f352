import type { ChangeKind } from "../../contract/changes/changes.ts";
import { anyEvent, webhookEvents } from "../../contract/webhooks/webhooks.ts";
import type { Db } from "./connection.ts";
import { newId } from "./new-id.ts";
import { prepare } from "./prepare.ts";

export interface Happened {
  kind: ChangeKind;
  subject: { type: string; id: string };
}

const enabledWebhooks = prepare((db: Db) =>
  db.selectFrom("webhooks").select(["id", "eventsJson"]).where("enabled", "=", 1),
);

/**
 * Queues a delivery for every webhook that wants to know of what happened to records, in the transaction of the change
 * itself. Payloads are thin: an id, never content. Returns whether anything was queued.
 */
export async function queueDeliveries(db: Db, happened: readonly Happened[], at: string): Promise<boolean> {
  const told = happened.filter(({ kind }) => webhookEvents.includes(kind));
  if (told.length === 0) return false;
  const rows = (await enabledWebhooks(db)).flatMap(({ id: webhookId, eventsJson }) => {
    const events: string[] = JSON.parse(eventsJson);
    return told
      .filter(({ kind, subject }) => [anyEvent, `${subject.type}.*`, kind].some((event) => events.includes(event)))
      .map(({ kind, subject }) => ({
        ...{ id: newId(), webhookId, event: kind, createdAt: at, nextAttemptAt: at },
        payload: JSON.stringify({ type: kind, timestamp: at, data: { id: subject.id } }),
        state: "queued" as const,
        ...{ deliveredAt: null, status: null, durationMs: null, error: null, answer: null },
      }));
  });
  for (let start = 0; start < rows.length; start += 50)
    await db
      .insertInto("webhookDeliveries")
      .values(rows.slice(start, start + 50))
      .execute();
  return rows.length > 0;
}
