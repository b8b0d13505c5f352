import { sql } from "kysely";
import type { z } from "zod";
import type { NotificationCategory } from "../../../contract/notifications/notification-categories.ts";
import { type Deputy, isAway, type OwnPreferences } from "../../../contract/notifications/notification-preferences.ts";
import type { listNotifications as input, Notification } from "../../../contract/notifications/notifications.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import { isMailConfigured } from "../../../contract/settings/mail.ts";
import { portalCalendar } from "../../../contract/time/work-calendar.ts";
import type { Db } from "../../db/connection.ts";
import { prepare } from "../../db/prepare.ts";
import type { NotificationTable } from "../../db/schema.ts";
import { toDate } from "../../db/to-date.ts";
import { reachable, toPreferences } from "../../notifications/preferences.ts";
import { forbidden } from "../../problem.ts";
import type { Reader } from "../../records/readable.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { withoutHidden } from "./still-readable.ts";

type Asked = "all" | "read" | "unread" | "snoozed";

export const notificationColumns = [
  ...(["id", "forUserId", "title", "message", "category", "severity", "link", "count"] as const),
  ...(["readAt", "createdAt", "snoozedUntil"] as const),
] as const;

const matching = (db: Db, asked: Asked, personId: string, category?: NotificationCategory) => {
  let own = db
    .selectFrom("notifications")
    .where("forUserId", "=", personId)
    // A bound value would hide from the planner that the indexes of the bell hold all of these rows.
    .where("inBell", "=", sql.lit(1))
    .where("snoozedUntil", asked === "snoozed" ? "is not" : "is", null);
  if (category !== undefined) own = own.where("category", "=", category);
  return asked === "read" || asked === "unread" ? own.where("readAt", asked === "read" ? "is not" : "is", null) : own;
};

const prepareReads = (asked: Asked) => {
  const columns = [...notificationColumns];
  const count = (db: Db, personId: string, category?: NotificationCategory) =>
    matching(db, asked, personId, category).select((eb) => eb.fn.countAll<number | string>().as("total"));
  const rows = (db: Db, personId: string, limit: number, offset: number, category?: NotificationCategory) =>
    matching(db, asked, personId, category)
      .select(columns)
      .orderBy(asked === "snoozed" ? "snoozedUntil" : "createdAt", asked === "snoozed" ? "asc" : "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset);
  return { count: prepare(count), rows: prepare(rows), countOf: prepare(count), rowsOf: prepare(rows) };
};

// Every open page asks for the badge, every open panel for the list.
const reads = {
  all: prepareReads("all"),
  read: prepareReads("read"),
  unread: prepareReads("unread"),
  snoozed: prepareReads("snoozed"),
};

export async function listNotifications(
  db: Db,
  person: Reader,
  { page, limit, where }: z.infer<typeof input>,
): Promise<Page<Notification>> {
  if (!canReadNotificationsOf(person, where.forUserId)) throw forbidden();
  const { category } = where;
  const asked = where.snoozed ? "snoozed" : where.read === undefined ? "all" : where.read ? "read" : "unread";
  const { count, rows, countOf, rowsOf } = reads[asked];
  const offset = (page - 1) * limit;
  const [counted] = await (category ? countOf(db, person.id, category) : count(db, person.id));
  const found = await (category ? rowsOf(db, person.id, limit, offset, category) : rows(db, person.id, limit, offset));
  return toPage(await withoutHidden(db, person, found.map(toNotification)), Number(counted?.total), limit);
}

type Row = Pick<NotificationTable, "id" | "forUserId" | "title" | "message" | "category" | "link"> &
  Pick<Notification, "severity" | "count"> &
  Pick<NotificationTable, "readAt" | "createdAt" | "snoozedUntil">;

export function toNotification({ readAt, createdAt, snoozedUntil, ...row }: Row): Notification {
  return {
    ...row,
    read: readAt !== null,
    createdAt: new Date(createdAt),
    snoozedUntil: toDate(snoozedUntil),
  };
}

export async function getPreferences(db: Db, person: { id: string }, now: Date): Promise<OwnPreferences> {
  const own = await db
    .selectFrom("users")
    .leftJoin("notificationPreferences", "notificationPreferences.userId", "users.id")
    .select(["users.email", "notificationPreferences.valuesJson", "notificationPreferences.version"])
    .where("users.id", "=", person.id)
    .executeTakeFirstOrThrow();
  const preferences = toPreferences(own.valuesJson);
  // An absence that is over is none any more.
  const absence = isAway(preferences, now) ? {} : { awayUntil: null, deputyId: null };
  const { deputyId } = { ...preferences, ...absence };
  return {
    ...preferences,
    ...absence,
    deputy: deputyId ? await readDeputy(db, deputyId, now) : null,
    calendar: portalCalendar(),
    email: own.email,
    canMail: isMailConfigured(await readSettings(db, "mail")),
    version: own.version ?? 0,
  };
}

async function readDeputy(db: Db, id: string, now: Date): Promise<Deputy> {
  const [row, active] = [
    await db.selectFrom("users").select("name").where("id", "=", id).executeTakeFirst(),
    await reachable(db, id),
  ];
  const awayUntil = active && isAway(active.preferences, now) ? active.preferences.awayUntil : null;
  return { id, name: row?.name ?? "Unbekannt", hasLeft: !active, awayUntil };
}

/** Notifications are private: nobody reads, marks or deletes another person's, whatever their role. */
function canReadNotificationsOf(person: { id: string }, forUserId: string): boolean {
  return person.id === forUserId;
}
