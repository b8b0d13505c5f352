import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import type { Tx } from "../../db/transact.ts";
import { textOf } from "../../mail/html-text.ts";
import type { ToldOutside } from "../../notifications/notify.ts";
import { type Content, queueMessage } from "./content.ts";

const ownChannels = prepare((db: Db, userId: string) =>
  db.selectFrom("channels").select("id").where("userId", "=", userId).where("enabled", "=", 1),
);
const ownDevices = prepare((db: Db, userId: string) =>
  db.selectFrom("pushSubscriptions").select("id").where("userId", "=", userId),
);

/** Queues what a person wants to hear of outside the portal: for their own channels, and for each of their devices. */
export async function queuePersonal(
  tx: Tx,
  { notificationId, userId, title, message, link, severity, ways, dueAt }: ToldOutside,
): Promise<void> {
  const channels = ways.includes("messenger") ? await ownChannels(tx.db, userId) : [];
  const devices = ways.includes("push") ? await ownDevices(tx.db, userId) : [];
  const content: Content = {
    title,
    text: textOf(message),
    facts: [],
    isEnded: false,
    path: link ?? `/users/${userId}/notifications`,
    severity: severity === "critical" ? "critical" : "info",
  };
  for (const { id: channelId } of channels) await queueMessage(tx, { channelId, notificationId, content, dueAt });
  for (const { id: subscriptionId } of devices)
    await queueMessage(tx, { subscriptionId, notificationId, content, dueAt });
}
