import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";
import { type NotificationCategory, notificationCategories, type Severity } from "./notification-categories.ts";

export { type NotificationCategory, notificationCategories } from "./notification-categories.ts";

export const notificationTitleLength = 140;
export const notificationPanelSize = 10;

/** Tags that a notification's message may carry; the server writes with them, the client renders with them. */
export const notificationTags = ["b", "i", "strong", "em", "a", "br", "code", "ul", "li"] as const;

export const listNotifications = z.strictObject({
  limit: limit.default(notificationPanelSize),
  page: page.default(1),
  where: z.strictObject({
    forUserId: id,
    read: z.boolean().optional(),
    category: z.enum(notificationCategories).optional(),
    /** Those that are to come back later, which every other list leaves out. */
    snoozed: z.literal(true).optional(),
  }),
});

export const updateNotification = z.strictObject({
  params: z.strictObject({ id }),
  body: z.strictObject({ read: z.boolean() }),
});

export const deleteNotification = z.strictObject({ id });
/** Everything that the bell shows of oneself; what is to come back later stays. */
export const deleteAllNotifications = z.strictObject({});
export const markAllNotificationsRead = z.strictObject({});

/** When a notification comes back: in an hour, at 18:00, tomorrow or next Monday at 08:00. */
export const snoozes = ["hour", "evening", "tomorrow", "nextWeek"] as const;
export type Snooze = (typeof snoozes)[number];
/** Without `until` it comes back at once. */
export const snoozeNotification = z.strictObject({ id, until: z.enum(snoozes).nullable() });

export interface Notification {
  id: string;
  forUserId: string;
  title: string;
  /** Sanitised HTML of `notificationTags`. */
  message: string;
  read: boolean;
  createdAt: Date;
  category: NotificationCategory;
  severity: Severity;
  link: string | null;
  /** How many this one stands for; beyond 1 they were alike. */
  count: number;
  snoozedUntil: Date | null;
}
