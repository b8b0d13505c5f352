import { type RawBuilder, type SqlBool, sql } from "kysely";
import { dayMs, minuteMs } from "../../contract/time/durations.ts";
import type { Db } from "../db/connection.ts";
import { startWorker, type Worker } from "../db/wake.ts";
import type { Services } from "../trpc/context.ts";
import { registerClaimant } from "./claims.ts";

/** What waits to be sent to other programs, all with the columns of `DeliveryColumns`. */
const deliveryTables = ["webhookDeliveries", "channelDeliveries"] as const;
type DeliveryTableName = (typeof deliveryTables)[number];

/** Whose deliveries may leave now: those of what is switched off wait until it is switched on again. */
export const isOpen: Record<DeliveryTableName, RawBuilder<SqlBool>> = {
  webhookDeliveries: sql<SqlBool>`webhook_id in (select id from webhooks where enabled = 1)`,
  channelDeliveries: sql<SqlBool>`(channel_id is null or channel_id in (select id from channels where enabled = 1))`,
};

/** How one attempt ended. */
export interface Attempted {
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  answer: string | null;
  durationMs: number;
  /** The next attempt would end the same way. */
  isFinal: boolean;
  /** How long the receiver wants to be left alone. */
  restSeconds?: number | undefined;
}

/** It has to wait for another one. */
export interface Postponed {
  notBefore: Date;
}

/** What waits in one table, and how it leaves. */
export interface DeliveryQueue {
  table: DeliveryTableName;
  worker: Worker;
  /** Waits before the second and every further attempt, in seconds. */
  retrySeconds: readonly number[];
  timeoutMs: number;
  /** Names who gets a row: what goes to the same receiver leaves one after the other. */
  receiver: RawBuilder<string>;
  /** Sends one; undefined for what must not leave any more, and is forgotten, or when it may leave. Never rejects for the receiver's sake. */
  attempt(services: Services, id: string): Promise<Attempted | Postponed | undefined>;
}

interface Claimed {
  id: string;
  attempts: number;
  receiver: string;
}

const batchSize = 20;
/** While a delivery is under way nobody else takes it; when its process has died elsewhere, it is let go after this time. */
const leaseMs = minuteMs;
const maxWaitMs = minuteMs;
/** Far beyond what any delivery waits for its next attempt. */
const maxRestMs = 2 * dayMs;
export const keptDeliveryDays = 30;

for (const table of deliveryTables)
  registerClaimant(table, {
    async release({ db, nodes }, now) {
      await db
        .updateTable(asShared(table))
        .set({ nextAttemptAt: now.toISOString(), claimedBy: null })
        .where("state", "=", "queued")
        .where("claimedBy", "is not", null)
        .where(nodes.isGone(sql.ref("claimed_by")))
        .execute();
    },
    async releaseFuture(db, now) {
      const at = now.toISOString();
      const beyond = new Date(now.getTime() + maxRestMs).toISOString();
      await db
        .updateTable(asShared(table))
        .set({ createdAt: at, nextAttemptAt: at })
        .where("state", "=", "queued")
        .where("nextAttemptAt", ">", at)
        .where((eb) => eb.or([eb("createdAt", ">", at), eb("nextAttemptAt", ">", beyond)]))
        .execute();
    },
  });

/** Sends from now on: at once what a change has queued, later what is to be tried again. `stop` waits for what is under way. */
export function startDeliveries(services: Services, queue: DeliveryQueue) {
  const failure = `${queue.worker} could not be delivered`;
  return startWorker(services, {
    worker: queue.worker,
    run: async () => {
      const next = await deliverDue(services, queue).catch((err: unknown) => {
        services.log.error({ err }, failure);
        return undefined;
      });
      const wait = next ? next.getTime() - services.now().getTime() : maxWaitMs;
      return Math.min(Math.max(wait, 0), maxWaitMs);
    },
    failure,
  });
}

/** Sends what is due, those to one receiver one after the other; returns when the next one is due, if any. */
export async function deliverDue(services: Services, queue: DeliveryQueue): Promise<Date | undefined> {
  for (let due = await claimDue(services, queue); due.length > 0; due = await claimDue(services, queue)) {
    const byReceiver = Map.groupBy(due, ({ receiver }) => receiver);
    await Promise.all(
      [...byReceiver.values()].map(async (rows) => {
        for (const row of rows) await deliver(services, queue, row);
      }),
    );
  }
  const next = await services.db
    .selectFrom(asShared(queue.table))
    .select("nextAttemptAt")
    .where("state", "=", "queued")
    .where(isOpen[queue.table])
    .orderBy("nextAttemptAt")
    .limit(1)
    .executeTakeFirst();
  return next?.nextAttemptAt ? new Date(next.nextAttemptAt) : undefined;
}

/** All tables of deliveries share their columns, which Kysely cannot see in a union of names. */
function asShared(table: DeliveryTableName) {
  return table as "webhookDeliveries";
}

async function claimDue({ db, nodes, now }: Services, queue: DeliveryQueue): Promise<Claimed[]> {
  if (!nodes.mayClaim()) return [];
  const at = now();
  const due = await db
    .selectFrom(asShared(queue.table))
    .select(["id", "attempts", queue.receiver.as("receiver")])
    .where("state", "=", "queued")
    .where("nextAttemptAt", "<=", at.toISOString())
    .where(isOpen[queue.table])
    .orderBy("nextAttemptAt")
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  const until = new Date(at.getTime() + leaseMs + queue.timeoutMs * ids.length).toISOString();
  const claimed = await db
    .updateTable(asShared(queue.table))
    .set({ nextAttemptAt: until, claimedBy: nodes.id })
    .where("id", "in", ids)
    .where("state", "=", "queued")
    .where("nextAttemptAt", "<=", at.toISOString())
    .returning("id")
    .execute();
  const own = new Set(claimed.map(({ id }) => id));
  return due.filter(({ id }) => own.has(id));
}

async function deliver(services: Services, queue: DeliveryQueue, { id, attempts }: Claimed): Promise<void> {
  if (services.nodes.isShared && (await isLost(services, queue, id))) return;
  const outcome = await queue.attempt(services, id);
  if (!outcome) return forget(services, queue, id);
  if ("notBefore" in outcome) return postpone(services, queue, { id, ...outcome });
  const { isDelivered, isFinal, restSeconds = 0, ...said } = outcome;
  const at = services.now();
  const wait = queue.retrySeconds[attempts];
  const isOver = isDelivered || isFinal || wait === undefined;
  await services.db
    .updateTable(asShared(queue.table))
    .set({
      ...said,
      claimedBy: null,
      attempts: attempts + 1,
      state: isDelivered ? "delivered" : isOver ? "failed" : "queued",
      deliveredAt: isDelivered ? at.toISOString() : null,
      nextAttemptAt: isOver ? null : new Date(at.getTime() + Math.max(wait ?? 0, restSeconds) * 1000).toISOString(),
    })
    .where("id", "=", id)
    .where("claimedBy", "=", services.nodes.id)
    .execute();
}

/** A node that stood still may have lost to another one what it had claimed to send after what it was sending. */
async function isLost({ db, nodes }: Services, { table }: DeliveryQueue, id: string): Promise<boolean> {
  const own = await db
    .selectFrom(asShared(table))
    .select("id")
    .where("id", "=", id)
    .where("claimedBy", "=", nodes.id)
    .executeTakeFirst();
  return own === undefined;
}

/** What may not be told leaves no line in the log, either. */
async function forget({ db, nodes }: Services, { table }: DeliveryQueue, id: string): Promise<void> {
  await db.deleteFrom(asShared(table)).where("id", "=", id).where("claimedBy", "=", nodes.id).execute();
}

async function postpone(
  { db, nodes }: Services,
  { table }: DeliveryQueue,
  { id, notBefore }: Postponed & { id: string },
) {
  await db
    .updateTable(asShared(table))
    .set({ nextAttemptAt: notBefore.toISOString(), claimedBy: null })
    .where("id", "=", id)
    .where("claimedBy", "=", nodes.id)
    .execute();
}

/** Queues a delivery once more, under the same id; false where there is none. */
export async function queueAgain(db: Db, table: DeliveryTableName, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(asShared(table))
    .set({ state: "queued", nextAttemptAt: now.toISOString(), attempts: 0, claimedBy: null })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes what was sent more than 30 days ago, and what has waited so long for a receiver that is switched off. */
export async function removeOldDeliveries({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - keptDeliveryDays * dayMs).toISOString();
  for (const table of deliveryTables)
    await db
      .deleteFrom(asShared(table))
      .where("createdAt", "<", before)
      .where((eb) => eb.or([eb("state", "!=", "queued"), eb.not(isOpen[table])]))
      .execute();
}
