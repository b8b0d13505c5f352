import type { z } from "zod";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type { Webhook, WebhookDelivery } from "../../../contract/webhooks/webhooks.ts";
import type { listDeliveries as input } from "../../../contract/webhooks/webhooks-input.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { withoutHiddenIds } from "./audience.ts";

/** All webhooks, the oldest first, each with how its last delivery ended. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db
    .selectFrom("webhooks")
    .select(["id", "url", "description", "eventsJson", "enabled", "disabledReason", "createdAt", "version"])
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return Promise.all(
    rows.map(async ({ eventsJson, enabled, createdAt, ...row }) => ({
      ...row,
      events: JSON.parse(eventsJson),
      isEnabled: enabled === 1,
      createdAt: new Date(createdAt),
      last: await lastDelivery(db, row.id),
    })),
  );
}

async function lastDelivery(db: Db, webhookId: string): Promise<Webhook["last"]> {
  const row = await db
    .selectFrom("webhookDeliveries")
    .select(["createdAt", "state", "status"])
    .where("webhookId", "=", webhookId)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: new Date(row.createdAt), state: row.state, status: row.status } : null;
}

/** What was sent and what came back, the newest first. */
export async function listDeliveries(
  { db, person }: Pick<PersonContext, "db" | "person">,
  { webhookId, state, page, limit }: z.output<typeof input>,
): Promise<Page<WebhookDelivery>> {
  let query = db.selectFrom("webhookDeliveries");
  if (webhookId) query = query.where("webhookId", "=", webhookId);
  if (state) query = query.where("state", "=", state);
  const { total } = await query.select((eb) => eb.fn.countAll<number | string>().as("total")).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const deliveries = (await withoutHiddenIds(db, rows, person)).map(
    ({ createdAt, deliveredAt, nextAttemptAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
      deliveredAt: toDate(deliveredAt),
      nextAttemptAt: row.state === "queued" ? toDate(nextAttemptAt) : null,
    }),
  );
  return toPage(deliveries, Number(total), limit);
}
