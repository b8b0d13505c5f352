import { cleanForeign } from "../../../contract/document/clean-text.ts";
import { dayMs, minuteMs } from "../../../contract/time/durations.ts";
import { webhookRetrySeconds } from "../../../contract/webhooks/webhooks.ts";
import type { Db } from "../../db/connection.ts";
import { processId } from "../../jobs/claims.ts";
import { send } from "../../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import { Problem } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { mayTell } from "./audience.ts";
import { signatureOf } from "./signature.ts";

const batchSize = 20;
const timeoutMs = 15_000;
const answerBytes = 2000;
/** While a delivery is under way nobody else takes it; when its process has died elsewhere, it is let go after this time. */
const leaseMs = minuteMs;

interface Due {
  id: string;
  event: string;
  payload: string;
  attempts: number;
  webhookId: string;
  url: string;
  sealedSecret: string;
  formerSecret: string | null;
  formerUntil: string | null;
}

interface Outcome {
  status: number | null;
  error: string | null;
  answer: string | null;
  durationMs: number;
  /** The next attempt would end the same way. */
  isFinal: boolean;
  /** How long the receiver asks to be left alone. */
  restSeconds?: number | undefined;
}

/** Sends what is due, those of one webhook one after the other; returns when the next one is due, if any. */
export async function deliverDue(services: Services): Promise<Date | undefined> {
  for (let due = await claimDue(services); due.length > 0; due = await claimDue(services)) {
    const byWebhook = Map.groupBy(due, ({ webhookId }) => webhookId);
    await Promise.all(
      [...byWebhook.values()].map(async (deliveries) => {
        for (const delivery of deliveries) await deliver(services, delivery);
      }),
    );
  }
  const next = await services.db
    .selectFrom("webhookDeliveries")
    .innerJoin("webhooks", "webhooks.id", "webhookDeliveries.webhookId")
    .select("nextAttemptAt")
    .where("state", "=", "queued")
    .where("enabled", "=", 1)
    .orderBy("nextAttemptAt")
    .limit(1)
    .executeTakeFirst();
  return next?.nextAttemptAt ? new Date(next.nextAttemptAt) : undefined;
}

async function claimDue({ db, now }: Services): Promise<Due[]> {
  const at = now();
  const due = await db
    .selectFrom("webhookDeliveries as delivery")
    .innerJoin("webhooks", "webhooks.id", "delivery.webhookId")
    .select(["delivery.id", "event", "payload", "attempts", "webhookId", "url"])
    .select(["sealedSecret", "formerSecret", "formerUntil"])
    .where("state", "=", "queued")
    .where("nextAttemptAt", "<=", at.toISOString())
    .where("enabled", "=", 1)
    .orderBy("nextAttemptAt")
    .orderBy("delivery.id")
    .limit(batchSize)
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  const until = new Date(at.getTime() + leaseMs + timeoutMs * ids.length).toISOString();
  const claimed = await db
    .updateTable("webhookDeliveries")
    .set({ nextAttemptAt: until, claimedBy: processId })
    .where("id", "in", ids)
    .where("state", "=", "queued")
    .where("nextAttemptAt", "<=", at.toISOString())
    .returning("id")
    .execute();
  const own = new Set(claimed.map(({ id }) => id));
  return due.filter(({ id }) => own.has(id));
}

async function deliver(services: Services, due: Due): Promise<void> {
  if (!(await mayTell(services.db, due))) return forget(services.db, due.id);
  const { isFinal, restSeconds = 0, ...outcome } = await attempt(services, due);
  const { status } = outcome;
  const at = services.now();
  const isDelivered = status !== null && status >= 200 && status < 300;
  const wait = webhookRetrySeconds[due.attempts];
  const isOver = isFinal || wait === undefined;
  await services.db
    .updateTable("webhookDeliveries")
    .set({
      ...outcome,
      claimedBy: null,
      attempts: due.attempts + 1,
      state: isDelivered ? "delivered" : isOver ? "failed" : "queued",
      deliveredAt: isDelivered ? at.toISOString() : null,
      nextAttemptAt: isOver ? null : new Date(at.getTime() + Math.max(wait, restSeconds) * 1000).toISOString(),
    })
    .where("id", "=", due.id)
    .where("claimedBy", "=", processId)
    .execute();
  if (status === 410) await disable(services.db, due.webhookId);
}

/** What is not for the owner of the webhook leaves no line in the log, either, which other admins read. */
async function forget(db: Db, id: string): Promise<void> {
  await db.deleteFrom("webhookDeliveries").where("id", "=", id).where("claimedBy", "=", processId).execute();
}

/** 410 Gone: the receiver does not want any more (Standard Webhooks). */
async function disable(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ enabled: 0, disabledReason: "Der Empfänger hat mit 410 abgemeldet." })
    .where("id", "=", webhookId)
    .execute();
}

async function attempt(services: Services, due: Due): Promise<Outcome> {
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
      ...{ url: due.url, method: "POST", body: due.payload, timeoutMs, maxBytes: answerBytes, allowedNetworks },
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
      status,
      answer: cleanForeign(body),
      durationMs: durationMs(),
      error: isGood ? null : `Antwort mit Status ${status}.`,
      isFinal: isGood || status === 410,
      restSeconds: readRetryAfter(answer.headers, now()),
    };
  } catch (error) {
    const isUnreadable = error instanceof Problem;
    if (!isUnreadable && !(error instanceof OutboundProblem)) throw error;
    return { status: null, answer: null, durationMs: durationMs(), error: error.message, isFinal: isUnreadable };
  }
}

const keptDays = 30;

/** Removes what was sent more than 30 days ago. */
export async function removeOldDeliveries({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs).toISOString();
  await db.deleteFrom("webhookDeliveries").where("createdAt", "<", before).where("state", "!=", "queued").execute();
}
