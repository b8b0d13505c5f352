import type { AnnouncementSeverity } from "../../../contract/channels/announcements.ts";
import type { ChannelQuiet } from "../../../contract/channels/channels.ts";
import { defaultPreferences, heldUntil } from "../../../contract/notifications/notification-preferences.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import type { OutgoingMessage } from "./services/service.ts";

/** What a delivery says, as it is kept until it leaves; services make their own form of it. */
export interface Content {
  title: string;
  /** Text. */
  text: string;
  facts: readonly { label: string; value: string }[];
  /** A path of the portal. */
  path: string;
  severity: AnnouncementSeverity;
  isEnded: boolean;
}

export function toMessage({ path, ...content }: Content, portal: { baseUrl(): string }, at: Date): OutgoingMessage {
  return { ...content, url: portal.baseUrl() + path, at };
}

interface Queued {
  channelId?: string;
  subscriptionId?: string;
  notificationId?: string | null;
  /** What waits about the same topic is replaced: only the last word on it counts. */
  topicKey?: string | null;
  content: Content;
  dueAt: Date;
}

/** Queues a message; it leaves after the commit, or when its time has come. */
export async function queueMessage(tx: Tx, { content, dueAt, topicKey = null, ...to }: Queued): Promise<void> {
  const nextAttemptAt = dueAt.toISOString();
  const contentJson = JSON.stringify(content);
  tx.wake("channels");
  if (topicKey !== null && to.channelId) {
    const { numUpdatedRows } = await tx.db
      .updateTable("channelDeliveries")
      .set({ contentJson, nextAttemptAt, attempts: 0 })
      .where("channelId", "=", to.channelId)
      .where("topicKey", "=", topicKey)
      .where("state", "=", "queued")
      .where("claimedBy", "is", null)
      // What may have arrived under its id already would not arrive with other words.
      .where("begunAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
  await tx.db
    .insertInto("channelDeliveries")
    .values({
      id: newId(),
      channelId: null,
      subscriptionId: null,
      notificationId: null,
      ...to,
      topicKey,
      contentJson,
      begunAt: null,
      state: "queued",
      nextAttemptAt,
      claimedBy: null,
      createdAt: tx.now().toISOString(),
      deliveredAt: null,
      status: null,
      durationMs: null,
      error: null,
      answer: null,
    })
    .execute();
}

/** When a channel may be disturbed, at the earliest now. */
export function quietEnd(quiet: ChannelQuiet, at: Date, severity: AnnouncementSeverity): Date {
  const preferences = { ...defaultPreferences, quiet: { ...quiet, silencesLive: false } };
  return heldUntil(preferences, at, severity === "critical" ? "critical" : "normal") ?? at;
}
