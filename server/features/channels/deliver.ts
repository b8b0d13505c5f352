import { sql } from "kysely";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Db } from "../../db/connection.ts";
import {
  type Attempted,
  type DeliveryQueue,
  deliverDue,
  type Postponed,
  startDeliveries,
} from "../../jobs/deliveries.ts";
import type { Services } from "../../trpc/context.ts";
import { isStillReadable } from "../notifications/still-readable.ts";
import { type Content, toMessage } from "./content.ts";
import { sendThrough, sendTimeoutMs } from "./send.ts";
import type { RemoteMessage, Values } from "./services/service.ts";
import { services as known } from "./services/services.ts";
import { webPush } from "./services/web-push.ts";

/** While the message before is under way. */
const lookAgainMs = 1000;

const queue: DeliveryQueue = {
  table: "channelDeliveries",
  worker: "channels",
  retrySeconds: [5, 60, 300, 1800, 7200],
  timeoutMs: 2 * sendTimeoutMs,
  receiver: sql<string>`coalesce(channel_id, subscription_id)`,
  attempt: deliver,
};

/** Sends messages from now on; `stop` waits for what is under way. */
export const startChannels = (services: Services) => startDeliveries(services, queue);

/** Sends the messages that are due; returns when the next one is, if any. */
export const deliverMessages = (services: Services) => deliverDue(services, queue);

const readDelivery = (db: Db, id: string) =>
  db
    .selectFrom("channelDeliveries as delivery")
    .leftJoin("channels", "channels.id", "delivery.channelId")
    .leftJoin("pushSubscriptions", "pushSubscriptions.id", "delivery.subscriptionId")
    .leftJoin("notifications", "notifications.id", "delivery.notificationId")
    .leftJoin("channelThreads", (join) =>
      join
        .onRef("channelThreads.channelId", "=", "delivery.channelId")
        .onRef("channelThreads.topicKey", "=", "delivery.topicKey"),
    )
    .select(["delivery.id", "delivery.channelId", "delivery.subscriptionId", "delivery.topicKey"])
    .select(["delivery.contentJson", "delivery.createdAt", "delivery.begunAt", "notificationId", "remoteJson"])
    .select(["channels.service", "channels.valuesJson", "channels.sealedSecrets", "sealedSubscription"])
    .select(["channels.userId as channelUserId", "pushSubscriptions.userId as deviceUserId"])
    .select(["notifications.readAt", "notifications.createdAt as toldAt", "notifications.link"])
    .where("delivery.id", "=", id)
    .executeTakeFirst();

type Due = NonNullable<Awaited<ReturnType<typeof readDelivery>>>;

/** Sends one delivery, unless nobody is to hear of it any more. */
async function deliver(services: Services, id: string): Promise<Attempted | Postponed | undefined> {
  const due = await readDelivery(services.db, id);
  if (!due || (await isOvertaken(services.db, due)) || !(await isStillWanted(services.db, due))) return undefined;
  const notBefore = await waitsUntil(services, due);
  if (notBefore) return { notBefore };
  await noteBegin(services.db, id, services.now().toISOString());
  const outcome = await attempt(services, due);
  // Only a refusal says for certain that it has not arrived.
  if (!outcome.isDelivered && outcome.status !== null) await noteBegin(services.db, id, null);
  if (due.subscriptionId && outcome.isGone) {
    await services.db.deleteFrom("pushSubscriptions").where("id", "=", due.subscriptionId).execute();
    return undefined;
  }
  if (outcome.isDelivered) await noteArrival(services, due, outcome.remote);
  const { remote: _, isGone: __, ...attempted } = outcome;
  return attempted;
}

const noteBegin = (db: Db, id: string, begunAt: string | null) =>
  db.updateTable("channelDeliveries").set({ begunAt }).where("id", "=", id).execute();

/** What a later message on the same topic says better; what may have arrived is sent once more, to learn what to change. */
async function isOvertaken(db: Db, { id, channelId, topicKey, createdAt, begunAt }: Due): Promise<boolean> {
  if (topicKey === null || channelId === null || begunAt !== null) return false;
  const later = await db
    .selectFrom("channelDeliveries")
    .select("id")
    .where("channelId", "=", channelId)
    .where("topicKey", "=", topicKey)
    .where((eb) =>
      eb.or([eb("createdAt", ">", createdAt), eb.and([eb("createdAt", "=", createdAt), eb("id", ">", id)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * When what follows on a message that may have arrived is to be looked at again: that one goes first, under its id, and
 * tells by what name the service knows it. Undefined where there is none.
 */
async function waitsUntil(
  { db, now }: Services,
  { id, channelId, topicKey, createdAt }: Due,
): Promise<Date | undefined> {
  if (topicKey === null || channelId === null) return undefined;
  const first = await db
    .selectFrom("channelDeliveries")
    .select(["nextAttemptAt", "claimedBy"])
    .where("channelId", "=", channelId)
    .where("topicKey", "=", topicKey)
    .where("state", "=", "queued")
    .where("begunAt", "is not", null)
    .where((eb) =>
      eb.or([eb("createdAt", "<", createdAt), eb.and([eb("createdAt", "=", createdAt), eb("id", "<", id)])]),
    )
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const soon = new Date(now().getTime() + lookAgainMs);
  const itsTurn = first.claimedBy === null && first.nextAttemptAt !== null ? new Date(first.nextAttemptAt) : soon;
  return itsTurn > soon ? itsTurn : soon;
}

/** What is for one person waits for nobody who has left, has read it in the portal meanwhile or may not read it any more. */
async function isStillWanted(db: Db, { channelUserId, deviceUserId, toldAt, readAt, link, notificationId }: Due) {
  const userId = channelUserId ?? deviceUserId;
  if (userId === null) return true;
  const person = await activeUsers(db)
    .select(["id", "role"])
    .where("id", "=", userId)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
  if (!person) return false;
  if (notificationId === null) return true;
  if (toldAt !== null && readAt !== null && readAt >= toldAt) return false;
  return isStillReadable(db, person, link);
}

async function attempt(services: Services, due: Due) {
  const { id, contentJson, topicKey, remoteJson, createdAt } = due;
  const content = parseOwnJson<Content>(contentJson);
  const message = toMessage(content, services, new Date(createdAt));
  const via = due.service
    ? { service: known[due.service], values: valuesOf(services, due) }
    : { service: webPush, values: () => parseOwnJson<Values>(services.vault.open(due.sealedSubscription ?? "")) };
  const remote = remoteJson === null ? undefined : parseOwnJson<RemoteMessage>(remoteJson);
  const topic = topicKey ?? due.notificationId;
  const sent = await sendThrough(services, { ...via, message, deliveryId: id, topicKey: topic, remote });
  // The message is gone that this one was to change, so it comes as a new one.
  if (!sent.isGone || !remote) return sent;
  return sendThrough(services, { ...via, message, deliveryId: `${id}-new`, topicKey: topic });
}

/** All that a service needs to know, opened when it is sent: throws a Problem where a secret cannot be read. */
export function valuesOf(
  { vault }: Pick<Services, "vault">,
  { valuesJson, sealedSecrets }: { valuesJson: string | null; sealedSecrets: string | null },
): () => Values {
  return () => ({ ...JSON.parse(valuesJson ?? "{}"), ...JSON.parse(vault.open(sealedSecrets ?? "")) });
}

async function noteArrival({ db, now }: Services, due: Due, remote: RemoteMessage | undefined): Promise<void> {
  const at = now().toISOString();
  if (due.subscriptionId)
    await db
      .updateTable("pushSubscriptions")
      .set({ lastDeliveredAt: at })
      .where("id", "=", due.subscriptionId)
      .execute();
  if (due.channelId && due.topicKey && remote)
    await db
      .updateTable("channelThreads")
      .set({ remoteJson: JSON.stringify(remote) })
      .where("channelId", "=", due.channelId)
      .where("topicKey", "=", due.topicKey)
      .execute();
}
