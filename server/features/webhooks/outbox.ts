import { anyEvent, webhookEvents } from "../../../contract/webhooks/webhooks.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import { prepare } from "../../db/prepare.ts";
import type { RecordedChange, Tx } from "../../db/transact.ts";

const enabledWebhooks = prepare((db: Db) =>
  db.selectFrom("webhooks").select(["id", "eventsJson"]).where("enabled", "=", 1),
);

/**
 * Queues a delivery for every webhook that wants to know of what was recorded, in the transaction of the change itself,
 * and wakes the worker. Payloads are thin: an id, never content. Who may read what they are about is asked when they
 * leave; the end of what was not for everybody is told to nobody, for nobody can be asked about it any more.
 */
export async function queueDeliveries(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const announced = changes.filter(({ kind, wasRestricted }) => !wasRestricted && webhookEvents.includes(kind));
  if (announced.length === 0) return;
  const at = tx.now().toISOString();
  const rows = (await enabledWebhooks(tx.db)).flatMap(({ id: webhookId, eventsJson }) => {
    const events: string[] = JSON.parse(eventsJson);
    return announced
      .filter(({ kind, subject }) => [anyEvent, `${subject.type}.*`, kind].some((event) => events.includes(event)))
      .map(({ kind, subject }) => ({
        id: newId(),
        webhookId,
        event: kind,
        createdAt: at,
        nextAttemptAt: at,
        payload: JSON.stringify({ type: kind, timestamp: at, data: { id: subject.id } }),
        state: "queued" as const,
        deliveredAt: null,
        status: null,
        durationMs: null,
        error: null,
        answer: null,
      }));
  });
  for (let start = 0; start < rows.length; start += 50)
    await tx.db
      .insertInto("webhookDeliveries")
      .values(rows.slice(start, start + 50))
      .execute();
  if (rows.length > 0) tx.wake("webhooks");
}
