import type { NotificationCategory, Severity } from "../../contract/notifications/notification-categories.ts";
import {
  heldUntil,
  isAway,
  type NotificationPreferences,
  wants,
} from "../../contract/notifications/notification-preferences.ts";
import { notificationTitleLength } from "../../contract/notifications/notifications.ts";
import type { Signal } from "../live/publisher.ts";
import { sanitizeMessage } from "../live/sanitize-message.ts";
import type { Db } from "./connection.ts";
import { onBehalfOf, standInFor } from "./deputies.ts";
import { newId } from "./new-id.ts";
import { type Reachable, reachable } from "./notification-preferences.ts";

export interface NewNotification {
  forUserId: string;
  /** Text; what is longer than the contract allows is cut. */
  title: string;
  /** HTML; what the allow-list of the contract does not name is removed. */
  message: string;
  category: NotificationCategory;
  severity?: Severity;
  /** A path of the portal. */
  link?: string;
  /** Names what is alike, such as `chat:{id}`: unread ones of the last 15 minutes become one. */
  groupKey?: string;
  /** Who did it, by default the actor of the transaction; nobody is told of their own deeds, null is the portal's. */
  actorId?: string | null;
  expiresAt?: Date;
  /** A deadline, a mention, something to take over: while its person is away, their deputy is told as well. */
  asksForAction?: true;
  /** False for what would only add to the trouble that it tells of. */
  mayMail?: boolean;
}

interface Surroundings {
  db: Db;
  now: Date;
  actorId: string | undefined;
}

/** What a notification leaves to be done after the commit. */
export interface Notified {
  signals: Signal[];
  wakesMail: boolean;
}

const nothing: Notified = { signals: [], wakesMail: false };
const groupMs = 15 * 60_000;
/** A row that only mail is made of has no reader of its own. */
const unseenMs = 30 * 24 * 3_600_000;

/**
 * Writes a notification as far as its person wants it: into the bell, for a mail at once or after the quiet hours, for
 * the daily mail. Writes nothing for people who have left, and for whoever did it themself. What asks for action goes
 * also to the deputy of somebody who is away.
 */
export async function writeNotification(
  { db, now, actorId: transactionActorId }: Surroundings,
  notification: NewNotification,
): Promise<Notified> {
  const actorId = notification.actorId === undefined ? (transactionActorId ?? null) : notification.actorId;
  if (actorId === notification.forUserId) return nothing;
  const person = await reachable(db, notification.forUserId);
  if (!person) return nothing;
  const told = await writeFor(db, now, person, { ...notification, actorId });
  if (!notification.asksForAction || !isAway(person.preferences, now)) return told;
  const deputy = await standInFor(db, person, now);
  if (!deputy || deputy.id === actorId) return told;
  const forwarded = await onBehalfOf(db, person, deputy, { ...notification, actorId });
  if (!forwarded) return told;
  const toldDeputy = await writeFor(db, now, deputy, { ...forwarded, actorId });
  return {
    signals: [...told.signals, ...toldDeputy.signals],
    wakesMail: told.wakesMail || toldDeputy.wakesMail,
  };
}

async function writeFor(
  db: Db,
  now: Date,
  { preferences }: Reachable,
  notification: NewNotification & { actorId: string | null },
): Promise<Notified> {
  const { forUserId, groupKey, category, severity = "normal", expiresAt, actorId } = notification;
  const at = now.toISOString();
  const words = {
    title: cut(notification.title),
    message: sanitizeMessage(notification.message),
    link: notification.link ?? null,
    actorId,
    severity,
    createdAt: at,
  };
  const ways = waysTo(preferences, notification, now);
  if (!ways) return nothing;
  if (groupKey && ways.inBell) {
    const grown = await db
      .updateTable("notifications")
      .set((eb) => ({ ...words, category, count: eb("count", "+", 1) }))
      .where("forUserId", "=", forUserId)
      .where("groupKey", "=", groupKey)
      .where("inBell", "=", 1)
      .where("readAt", "is", null)
      .where("snoozedUntil", "is", null)
      .where("createdAt", ">", new Date(now.getTime() - groupMs).toISOString())
      .returning("id")
      .execute();
    const [row] = grown;
    if (row) return { ...nothing, signals: [changed(row.id, forUserId)] };
  }
  const id = newId();
  const expiry = expiresAt ?? (ways.inBell ? undefined : new Date(now.getTime() + unseenMs));
  await db
    .insertInto("notifications")
    .values({
      ...words,
      ...ways,
      ...{ id, forUserId, category, groupKey: groupKey ?? null, readAt: null, snoozedUntil: null },
      expiresAt: expiry?.toISOString() ?? null,
    })
    .execute();
  return { signals: ways.inBell ? [announced({ id, ...words }, forUserId)] : [], wakesMail: ways.mailDueAt === at };
}

function waysTo(
  preferences: NotificationPreferences,
  { category, severity = "normal", mayMail = true }: NewNotification,
  now: Date,
) {
  const isWanted = (channel: "bell" | "mail" | "digest") => wants(preferences, category, channel, severity);
  const mails = mayMail && isWanted("mail");
  const ways = {
    inBell: isWanted("bell") ? (1 as const) : (0 as const),
    mailDueAt: mails ? (heldUntil(preferences, now, severity) ?? now).toISOString() : null,
    // What was mailed does not come a second time.
    inDigest: !mails && mayMail && isWanted("digest") ? (1 as const) : (0 as const),
  };
  return ways.inBell || ways.mailDueAt || ways.inDigest ? ways : undefined;
}

function cut(title: string): string {
  const signs = [...title];
  return signs.length > notificationTitleLength ? `${signs.slice(0, notificationTitleLength - 1).join("")}…` : title;
}

/** Counts the bell of its person up. */
export function announced({ id, title }: { id: string; title: string }, toUserId: string): Signal {
  return { event: "newNotification", payload: { notification: { id, title } }, toUserId };
}

function changed(id: string, toUserId: string): Signal {
  return { event: "notificationChanged", payload: { notification: { id } }, toUserId };
}
