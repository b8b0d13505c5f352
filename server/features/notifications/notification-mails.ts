import { type Selectable, sql } from "kysely";
import {
  notificationCategories,
  notificationCategoryLabels,
} from "../../../contract/notifications/notification-categories.ts";
import {
  calendarOf,
  defaultPreferences,
  digestTime,
  heldUntil,
  isAway,
  type NotificationPreferences,
  timeZoneOf,
} from "../../../contract/notifications/notification-preferences.ts";
import { portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { portalTimeZone } from "../../../contract/time/time-zone.ts";
import { isWorkday } from "../../../contract/time/work-calendar.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { NotificationTable } from "../../db/schema.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import { textOf } from "../../mail/html-text.ts";
import { mailMessages } from "../../mail/mail-messages.ts";
import { type MailSection, queueMail } from "../../mail/queue.ts";
import { preferencesOf } from "../../notifications/preferences.ts";
import type { Reader } from "../../records/readable.ts";
import type { Services } from "../../trpc/context.ts";
import { stillReadable } from "./still-readable.ts";

type Row = Selectable<NotificationTable>;

/**
 * Turns notifications whose mail is due into mails, all of a person into one. What was held back over the quiet hours
 * and read in the portal meanwhile, or may no longer be read by its person, is left out; what a later decision holds back waits on.
 */
export async function mailDueNotifications(services: Services): Promise<void> {
  const at = services.now().toISOString();
  const people = await services.db
    .selectFrom("notifications")
    .select("forUserId")
    .distinct()
    .where("mailDueAt", "<=", at)
    .execute();
  for (const { forUserId } of people) {
    await transact(systemContext(services), async (tx) => {
      const rows = await takeDue(tx, forUserId, at);
      const person = rows.length > 0 ? await addressee(tx, forUserId) : undefined;
      const waiting = rows.filter(({ readAt, createdAt }) => !readAt || readAt < createdAt);
      const unread = person ? await stillReadable(tx.db, person, waiting) : [];
      if (person && unread.length > 0) await queueMail(tx, await toMail(tx, person, unread));
    });
  }
}

async function takeDue(tx: Tx, forUserId: string, at: string): Promise<Row[]> {
  const preferences = await preferencesOf(tx.db, forUserId);
  const held = preferences && heldUntil(preferences, tx.now());
  const due = tx.db.updateTable("notifications").where("forUserId", "=", forUserId).where("mailDueAt", "<=", at);
  if (held) {
    await due.set({ mailDueAt: held.toISOString() }).where("severity", "=", "normal").execute();
  }
  return due.set({ mailDueAt: null }).returningAll().execute();
}

interface Addressee extends Reader {
  name: string;
  email: string;
}

/** Whoever still has a part in the portal. */
function addressee(tx: Tx, userId: string): Promise<Addressee | undefined> {
  return activeUsers(tx.db)
    .select(["id", "name", "email", "role"])
    .where("id", "=", userId)
    .where("joinedAt", "is not", null)
    .executeTakeFirst();
}

async function toMail(tx: Tx, { id, name, email }: Addressee, rows: readonly Row[]) {
  const common = { to: { name, email }, toUserId: id, kind: "notification", unsubscribe: "mail" } as const;
  const [only] = rows;
  if (only && rows.length === 1) {
    return {
      ...common,
      subject: only.title,
      paragraphs: [only.title, textOf(only.message)].filter(Boolean),
      action: only.link ? { label: "Im Portal ansehen", path: only.link } : undefined,
    };
  }
  return {
    ...common,
    ...(await mailMessages(tx.db, "notifications", { Name: name, Anzahl: String(rows.length) })),
    sections: toSections(rows, tx.now()),
    action: { label: "Im Portal ansehen", path: `/users/${id}/notifications` },
  };
}

/** Gathers for each person what waits for the daily mail and is still unread; each notification once, ever. */
export function sendDigests(services: Services): Promise<void> {
  return sendDigestsTo(services, (preferences, now) => (keepsOwnTime(preferences) ? undefined : now));
}

/** The same for people whose mornings or working days are others: what came before 08:00 there, on days on which they work. */
export function sendDigestsElsewhere(services: Services): Promise<void> {
  return sendDigestsTo(services, (preferences, now) => {
    if (!keepsOwnTime(preferences)) return undefined;
    const zone = timeZoneOf(preferences);
    const { day } = portalTime(now, zone);
    const due = portalMoment(day, digestTime, zone);
    return isWorkday(day, calendarOf(preferences)) && due <= now ? due : undefined;
  });
}

const keepsOwnTime = (preferences: NotificationPreferences) =>
  timeZoneOf(preferences) !== portalTimeZone() || preferences.workingDays !== null;

/** `before` says up to when a person's notifications are taken now; undefined for nothing. */
async function sendDigestsTo(
  services: Services,
  before: (preferences: NotificationPreferences, now: Date) => Date | undefined,
): Promise<void> {
  const waiting = services.db
    .selectFrom("notifications")
    .select("forUserId")
    .distinct()
    .where("inDigest", "=", sql.lit(1));
  for (const { forUserId } of await waiting.execute()) {
    await transact(systemContext(services), async (tx) => {
      const now = tx.now();
      const preferences = (await preferencesOf(tx.db, forUserId)) ?? defaultPreferences;
      const until = before(preferences, now);
      // Whoever is away finds it all in the first mail after that.
      if (!until || isAway(preferences, now)) return;
      const taken = await tx.db
        .updateTable("notifications")
        .set({ inDigest: 0 })
        .where("forUserId", "=", forUserId)
        .where("inDigest", "=", sql.lit(1))
        .where("createdAt", "<=", until.toISOString())
        .returningAll()
        .execute();
      const waiting = taken.filter(({ readAt }) => !readAt);
      const person = waiting.length > 0 ? await addressee(tx, forUserId) : undefined;
      const unread = person ? await stillReadable(tx.db, person, waiting) : [];
      if (person && unread.length > 0) await queueMail(tx, await toDigest(tx, person, unread));
    });
  }
}

async function toDigest(tx: Tx, { id, name, email }: Addressee, rows: readonly Row[]) {
  const news = rows.length === 1 ? "1 Neuigkeit" : `${rows.length} Neuigkeiten`;
  return {
    to: { name, email },
    toUserId: id,
    kind: "digest",
    unsubscribe: "digest",
    ...(await mailMessages(tx.db, "digest", { Name: name, Neuigkeiten: news })),
    sections: toSections(rows, tx.now()),
    action: { label: "Alle ansehen", path: `/users/${id}/notifications` },
  } as const;
}

function toSections(rows: readonly Row[], now: Date): MailSection[] {
  return notificationCategories.flatMap((category) => {
    const items = rows
      .filter((row) => row.category === category)
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
      .map(({ title, message, link, createdAt, count }) => ({
        title: count > 1 ? `${title} (+${count - 1} ähnliche)` : title,
        text: textOf(message),
        path: link,
        at: shortTime(new Date(createdAt), now),
      }));
    return items.length > 0 ? [{ title: notificationCategoryLabels[category], items }] : [];
  });
}

/** „14:05“ of the same day, otherwise „20.11., 14:05“. */
function shortTime(at: Date, now: Date): string {
  const { day, time } = portalTime(at);
  const [, month, date] = day.split("-");
  return day === portalTime(now).day ? time : `${date}.${month}., ${time}`;
}
