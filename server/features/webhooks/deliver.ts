import { sql } from "kysely";
import { cleanForeign } from "../../../contract/document/clean-text.ts";
import { webhookRetrySeconds } from "../../../contract/webhooks/webhooks.ts";
import type { Db } from "../../db/connection.ts";
import {
  type Attempted,
  type DeliveryQueue,
  deliverDue as deliverAllDue,
  startDeliveries,
} from "../../jobs/deliveries.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import { Problem } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { mayTell } from "./audience.ts";
import { signatureOf } from "./signature.ts";

const timeoutMs = 15_000;
const answerBytes = 2000;

const queue: DeliveryQueue = {
  table: "webhookDeliveries",
  worker: "webhooks",
  retrySeconds: webhookRetrySeconds,
  timeoutMs,
  receiver: sql<string>`webhook_id`,
  attempt: deliver,
};

/** Delivers from now on; `stop` waits for what is under way. */
export const startWebhooks = (services: Services) => startDeliveries(services, queue);

/** Delivers what is due; returns when the next one is, if any. */
export const deliverDue = (services: Services) => deliverAllDue(services, queue);

type Due = NonNullable<Awaited<ReturnType<typeof readDelivery>>>;

const readDelivery = (db: Db, id: string) =>
  db
    .selectFrom("webhookDeliveries as delivery")
    .innerJoin("webhooks", "webhooks.id", "delivery.webhookId")
    .select(["delivery.id", "event", "payload", "webhookId", "url"])
    .select(["sealedSecret", "formerSecret", "formerUntil"])
    .where("delivery.id", "=", id)
    .executeTakeFirst();

/** What is not for the owner of the webhook leaves no line in the log, either, which other admins read. */
async function deliver(services: Services, id: string): Promise<Attempted | undefined> {
  const due = await readDelivery(services.db, id);
  if (!due || !(await mayTell(services.db, due))) return undefined;
  const outcome = await attempt(services, due);
  if (outcome.status === 410) await disable(services.db, due.webhookId);
  return outcome;
}

/** 410 Gone: the receiver does not want any more (Standard Webhooks). */
async function disable(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ enabled: 0, disabledReason: "Der Empfänger hat mit 410 abgemeldet." })
    .where("id", "=", webhookId)
    .execute();
}

async function attempt(services: Services, due: Due): Promise<Attempted> {
  const { db, vault, now } = services;
  const timestamp = Math.floor(now().getTime() / 1000);
  const isFormerGood = due.formerUntil !== null && due.formerUntil > now().toISOString();
  const sealed = [due.sealedSecret, ...(isFormerGood && due.formerSecret ? [due.formerSecret] : [])];
  const begun = performance.now();
  const durationMs = () => Math.round(performance.now() - begun);
  try {
    const secrets = sealed.map((secret) => vault.open(secret));
    const { allowedNetworks } = await readSettings(db, "network");
    const answer = await send({
      url: due.url,
      method: "POST",
      body: due.payload,
      timeoutMs,
      maxBytes: answerBytes,
      allowedNetworks,
      // What is signed for one receiver goes to no other (Standard Webhooks); a redirect counts as a failure.
      keepsRedirects: true,
      headers: {
        "Content-Type": "application/json",
        "webhook-id": due.id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatureOf({ id: due.id, timestamp, body: due.payload }, secrets),
      },
    });
    const { status, body } = answer;
    const isGood = status >= 200 && status < 300;
    return {
      isDelivered: isGood,
      status,
      answer: cleanForeign(body),
      durationMs: durationMs(),
      error: isGood ? null : `Antwort mit Status ${status}.`,
      isFinal: status === 410,
      restSeconds: readRetryAfter(answer.headers, now()),
    };
  } catch (error) {
    const isUnreadable = error instanceof Problem;
    if (!isUnreadable && !(error instanceof OutboundProblem)) throw error;
    return {
      isDelivered: false,
      status: null,
      answer: null,
      durationMs: durationMs(),
      error: error.message,
      isFinal: isUnreadable,
    };
  }
}
