import type { z } from "zod";
import { dayMs } from "../../../contract/time/durations.ts";
import type * as contract from "../../../contract/webhooks/webhooks-input.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { queueAgain } from "../../jobs/deliveries.ts";
import { notFound, Problem } from "../../problem.ts";
import { noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { newWebhookSecret } from "./signature.ts";

const formerSecretMs = dayMs;

const alreadyCreated =
  "Dieser Webhook wurde schon angelegt, nur die Antwort kam nicht an. Sein Geheimnis wird kein zweites Mal gezeigt: Erneuere es in der Liste.";

/**
 * Adds a webhook; this answer is the only place where its secret can be read. Sent again under the same `creationId` it
 * is refused, as for a token.
 */
export async function createWebhook(
  ctx: PersonContext,
  { body: { url, description, events, isEnabled }, creationId }: z.output<typeof contract.createWebhook>,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = newWebhookSecret();
  await transact(ctx, async (tx) => {
    if (creationId) await noteCreation(tx, ctx, { type: "webhook", creationId, id }, alreadyCreated);
    await tx.db
      .insertInto("webhooks")
      .values({
        id,
        url,
        description,
        eventsJson: JSON.stringify(events),
        enabled: isEnabled ? 1 : 0,
        sealedSecret: ctx.vault.seal(secret),
        formerSecret: null,
        formerUntil: null,
        disabledReason: null,
        ownerId: ctx.person.id,
        createdAt: ctx.now().toISOString(),
      })
      .execute();
    await tx.record({ kind: "webhook.created", subject: { type: "webhook", id }, after: { url, events } });
  });
  return { id, secret };
}

/**
 * Changes a webhook; switching it on again forgets why it was off. Whoever changes where it leads becomes its owner, so
 * that nobody has sent to themself what only the former one may read.
 */
export async function updateWebhook(
  ctx: PersonContext,
  { params: { id }, body, version }: z.output<typeof contract.updateWebhook>,
): Promise<{ id: string; version: number }> {
  const { url, description, events, isEnabled } = body;
  return transact(ctx, async (tx) => {
    const before = await tx.db
      .selectFrom("webhooks")
      .select(["url", "description", "eventsJson", "enabled"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!before) throw notFound();
    const row = await tx.db
      .updateTable("webhooks")
      .set({
        ...(url !== undefined && { url }),
        ...(url !== undefined && url !== before.url && { ownerId: ctx.person.id }),
        ...(description !== undefined && { description }),
        ...(events !== undefined && { eventsJson: JSON.stringify(events) }),
        ...(isEnabled !== undefined && { enabled: isEnabled ? 1 : 0, disabledReason: null }),
        version: version + 1,
      })
      .where("id", "=", id)
      .where("version", "=", version)
      .executeTakeFirst();
    if (row.numUpdatedRows === 0n)
      throw new Problem("conflict", { message: "Dieser Webhook wurde inzwischen geändert. Bitte neu laden." });
    await tx.record({
      kind: "webhook.updated",
      subject: { type: "webhook", id },
      before: { url: before.url, events: JSON.parse(before.eventsJson), isEnabled: before.enabled === 1 },
      after: body,
    });
    return { id, version: version + 1 };
  });
}

/** Removes a webhook with its log. */
export async function deleteWebhook(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const row = await tx.db.deleteFrom("webhooks").where("id", "=", id).returning("url").executeTakeFirst();
    if (!row) throw notFound();
    await tx.record({ kind: "webhook.deleted", subject: { type: "webhook", id }, before: { url: row.url } });
    return { id };
  });
}

/** Gives a webhook a new secret; deliveries carry the signature of the former one, too, for a day. */
export async function renewSecret(ctx: PersonContext, { id }: { id: string }): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  const formerUntil = new Date(ctx.now().getTime() + formerSecretMs).toISOString();
  await transact(ctx, async (tx) => {
    const known = await tx.db.selectFrom("webhooks").select("sealedSecret").where("id", "=", id).executeTakeFirst();
    if (!known) throw notFound();
    await tx.db
      .updateTable("webhooks")
      .set({ sealedSecret: ctx.vault.seal(secret), formerSecret: known.sealedSecret, formerUntil })
      .where("id", "=", id)
      .execute();
    await tx.record({ kind: "webhook.secret-renewed", subject: { type: "webhook", id } });
  });
  return { secret };
}

/** Sends a delivery once more, under the same id, so that a receiver can tell. */
export async function resendDelivery(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    if (!(await queueAgain(tx.db, "webhookDeliveries", id, ctx.now()))) throw notFound();
    tx.wake("webhooks");
    return { id };
  });
}

/** Queues a delivery that says nothing but that the webhook works. */
export async function sendTest(ctx: PersonContext, { id: webhookId }: { id: string }): Promise<{ id: string }> {
  const id = newId();
  const at = ctx.now().toISOString();
  return transact(ctx, async (tx) => {
    const known = await tx.db.selectFrom("webhooks").select("id").where("id", "=", webhookId).executeTakeFirst();
    if (!known) throw notFound();
    await tx.db
      .insertInto("webhookDeliveries")
      .values({
        id,
        webhookId,
        event: "webhook.test",
        createdAt: at,
        nextAttemptAt: at,
        state: "queued",
        payload: JSON.stringify({ type: "webhook.test", timestamp: at, data: { id: webhookId } }),
        deliveredAt: null,
        status: null,
        durationMs: null,
        error: null,
        answer: null,
      })
      .execute();
    tx.wake("webhooks");
    return { id };
  });
}
