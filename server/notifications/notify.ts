import { sql } from "kysely";
import { escapeHtml } from "../../contract/document/html.ts";
import type { NotificationCategory, Severity } from "../../contract/notifications/notification-categories.ts";
import {
  heldUntil,
  isAway,
  type NotificationPreferences,
  wants,
} from "../../contract/notifications/notification-preferences.ts";
import { notificationTags, notificationTitleLength } from "../../contract/notifications/notifications.ts";
import { dayMs, minuteMs } from "../../contract/time/durations.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/new-id.ts";
import type { Tx } from "../db/transact.ts";
import type { Signal } from "../live/publisher.ts";
import { isReadable } from "../records/readable.ts";
import { recordAt } from "../records/record-at.ts";
import { sanitizeHtml } from "../sanitize-html.ts";
import { type Reachable, reachable } from "./preferences.ts";

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

/** Ways that lead out of the portal other than mail. */
export type OutsideWay = "messenger" | "push";

/** What a person is told beyond the bell; `notificationId` is null where only these ways are wanted. */
export interface ToldOutside {
  notificationId: string | null;
  userId: string;
  title: string;
  /** Sanitised HTML. */
  message: string;
  link: string | null;
  severity: Severity;
  groupKey: string | null;
  ways: readonly OutsideWay[];
  /** When the person wants to hear of it. */
  dueAt: Date;
}

type OutsideListener = (tx: Tx, told: ToldOutside) => Promise<void>;
const outsideListeners = new Set<OutsideListener>();

/** Has everything that people want to hear of outside the portal told to this, inside the transaction that it happens in. */
export function onToldOutside(listener: OutsideListener): void {
  outsideListeners.add(listener);
}

const groupMs = 15 * minuteMs;
/** A row that only mail is made of has no reader of its own. */
const unseenMs = 30 * dayMs;

/**
 * Writes a notification as far as its person wants it: into the bell, for a mail at once or after the quiet hours, for
 * the daily mail; the bell is signalled to them alone after the commit. Writes nothing for people who have left, and for
 * whoever did it themself. What asks for action goes also to the deputy of somebody who is away.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<void> {
  const actorId = notification.actorId === undefined ? (tx.actorId ?? null) : notification.actorId;
  if (actorId === notification.forUserId) return;
  const person = await reachable(tx.db, notification.forUserId);
  if (!person) return;
  await writeFor(tx, person, { ...notification, actorId });
  const now = tx.now();
  if (!notification.asksForAction || !isAway(person.preferences, now)) return;
  const deputy = await standInFor(tx.db, person, now);
  if (!deputy || deputy.id === actorId) return;
  const forwarded = await onBehalfOf(tx.db, person, deputy, { ...notification, actorId });
  if (forwarded) await writeFor(tx, deputy, { ...forwarded, actorId });
}

async function writeFor(
  tx: Tx,
  { preferences }: Reachable,
  notification: NewNotification & { actorId: string | null },
): Promise<void> {
  const { forUserId, groupKey, category, severity = "normal", expiresAt, actorId } = notification;
  const now = tx.now();
  const at = now.toISOString();
  const texts = {
    title: cut(notification.title),
    message: sanitizeMessage(notification.message),
    link: notification.link ?? null,
    actorId,
    severity,
    createdAt: at,
  };
  const channels = channelsOf(preferences, notification, now);
  const tellOutside = async (notificationId: string | null) => {
    const ways = outsideWaysOf(preferences, notification);
    const dueAt = heldUntil(preferences, now, severity) ?? now;
    const told = { ...texts, notificationId, userId: forUserId, groupKey: groupKey ?? null, ways, dueAt };
    if (ways.length > 0) for (const listen of outsideListeners) await listen(tx, told);
  };
  if (!channels) return tellOutside(null);
  if (groupKey && channels.inBell) {
    const [grown] = await tx.db
      .updateTable("notifications")
      .set((eb) => ({ ...texts, category, count: eb("count", "+", 1) }))
      .where("forUserId", "=", forUserId)
      .where("groupKey", "=", groupKey)
      .where("inBell", "=", sql.lit(1))
      .where("readAt", "is", null)
      .where("snoozedUntil", "is", null)
      .where("createdAt", ">", new Date(now.getTime() - groupMs).toISOString())
      .returning("id")
      .execute();
    if (grown) {
      tx.signal({
        event: "notificationChanged",
        payload: { notification: { id: grown.id } },
        toUserId: forUserId,
      });
      return tellOutside(grown.id);
    }
  }
  const id = newId();
  const expiry = expiresAt ?? (channels.inBell ? undefined : new Date(now.getTime() + unseenMs));
  await tx.db
    .insertInto("notifications")
    .values({
      ...texts,
      ...channels,
      id,
      forUserId,
      category,
      groupKey: groupKey ?? null,
      readAt: null,
      snoozedUntil: null,
      expiresAt: expiry?.toISOString() ?? null,
    })
    .execute();
  if (channels.inBell) tx.signal(announced({ id, title: texts.title }, forUserId));
  if (channels.mailDueAt === at) tx.wake("mail");
  await tellOutside(id);
}

/** Where a notification goes by what its person wants; undefined for nowhere. */
function channelsOf(
  preferences: NotificationPreferences,
  { category, severity = "normal", mayMail = true }: NewNotification,
  now: Date,
) {
  const isWanted = (channel: "bell" | "mail" | "digest") => wants(preferences, category, channel, severity);
  const mails = mayMail && isWanted("mail");
  const channels = {
    inBell: isWanted("bell") ? (1 as const) : (0 as const),
    mailDueAt: mails ? (heldUntil(preferences, now, severity) ?? now).toISOString() : null,
    // What was mailed does not come a second time.
    inDigest: !mails && mayMail && isWanted("digest") ? (1 as const) : (0 as const),
  };
  return channels.inBell || channels.mailDueAt || channels.inDigest ? channels : undefined;
}

function outsideWaysOf(
  preferences: NotificationPreferences,
  { category, severity = "normal" }: NewNotification,
): OutsideWay[] {
  return (["messenger", "push"] as const).filter((way) => wants(preferences, category, way, severity));
}

function cut(title: string): string {
  const characters = [...title];
  return characters.length > notificationTitleLength
    ? `${characters.slice(0, notificationTitleLength - 1).join("")}…`
    : title;
}

/** Counts the bell of its person up. */
export function announced({ id, title }: { id: string; title: string }, toUserId: string): Signal {
  return { event: "newNotification", payload: { notification: { id, title } }, toUserId };
}

/**
 * Who acts for somebody who is away: the deputy, or whoever stands in for a deputy who is away as well. Nobody where
 * that leads to a person who has left or back to where it began.
 */
async function standInFor(db: Db, absent: Reachable, now: Date): Promise<Reachable | undefined> {
  const passed = new Set([absent.id]);
  let next = absent.preferences.deputyId;
  while (next && !passed.has(next)) {
    const candidate = await reachable(db, next);
    if (!candidate || !isAway(candidate.preferences, now)) return candidate;
    passed.add(next);
    next = candidate.preferences.deputyId;
  }
  return undefined;
}

/** What a deputy is told in place of somebody; undefined where it is about what the deputy may not read. */
async function onBehalfOf(
  db: Db,
  absent: Reachable,
  deputy: Reachable,
  notification: NewNotification,
): Promise<NewNotification | undefined> {
  const { link, groupKey, message, asksForAction: _, ...rest } = notification;
  const record = link === undefined ? undefined : recordAt(new URL(link, "https://portal.invalid").pathname);
  if (record && !(await isReadable(db, record, deputy))) return undefined;
  const account = `/users/${absent.id}`;
  return {
    ...rest,
    forUserId: deputy.id,
    message: `<strong>In Vertretung für ${escapeHtml(absent.name)}</strong><br>${message}`,
    // Most of an account is for its person alone.
    ...(link !== undefined && { link: link.startsWith(`${account}/`) ? account : link }),
    ...(groupKey !== undefined && { groupKey: `for:${absent.id}:${groupKey}` }),
  };
}

/** Keeps the tags of the contract and safe links; everything else becomes text or vanishes. */
export function sanitizeMessage(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...notificationTags],
    allowedAttributes: { a: ["href"] },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    disallowedTagsMode: "escape",
  });
}
