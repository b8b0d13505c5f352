import { id, limit, page } from "./lists.ts";
import { z } from "./zod.ts";

export const notificationTitleLength = 140;
export const notificationPanelSize = 10;

export const notificationCategories = [
  "team",
  "system",
  "wiki",
  "chat",
  "feedback",
  "website",
  "domain",
  "device",
] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

/** Tags that a notification's message may carry; the server writes with them, the client renders with them. */
export const notificationTags = ["b", "i", "strong", "em", "a", "br", "code", "ul", "li"] as const;

export const listNotifications = z.strictObject({
  limit: limit.default(notificationPanelSize),
  page: page.default(1),
  where: z.strictObject({ forUserId: id, read: z.boolean().optional() }),
});

export const updateNotification = z.strictObject({
  params: z.strictObject({ id }),
  body: z.strictObject({ read: z.boolean() }),
});

export const deleteNotification = z.strictObject({ id });

export interface Notification {
  id: string;
  forUserId: string;
  title: string;
  /** Sanitised HTML of `notificationTags`. */
  message: string;
  read: boolean;
  createdAt: Date;
  category: NotificationCategory;
  link: string | null;
}
