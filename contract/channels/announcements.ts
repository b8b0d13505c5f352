import type { NotificationCategory } from "../notifications/notification-categories.ts";

/** What is announced to the team; other notifications are for one person each. */
export const announcedCategories = [
  "incident",
  "certificate",
  "domain",
  "website",
  "deadline",
  "feedback",
  "system",
] as const satisfies readonly NotificationCategory[];
export type AnnouncedCategory = (typeof announcedCategories)[number];

export const announcementSeverities = ["info", "warning", "critical"] as const;
export type AnnouncementSeverity = (typeof announcementSeverities)[number];

/** What a rule lets through: that severity and all above it. */
export const severityLabels: Record<AnnouncementSeverity, string> = {
  info: "Alles, auch Hinweise",
  warning: "Ab Warnung",
  critical: "Nur Kritisches",
};

/**
 * `once` has no sequel; of the others the last one is what a message with the same `topicKey` says in the end. `amended`
 * is worth no message of its own: it only changes the one that stands there, where that disturbs nobody.
 */
export type AnnouncementState = "once" | "open" | "changed" | "amended" | "ended";

/** Something that the team hears of in the rooms where it talks; who may read it there is decided by whoever made the rule. */
export interface Announcement {
  /** Names what it is about, such as `incident:{id}`: what follows under the same key changes the same message. */
  topicKey: string;
  state: AnnouncementState;
  category: AnnouncedCategory;
  severity: AnnouncementSeverity;
  /** Text. */
  title: string;
  /** Text; may be empty. */
  text: string;
  facts?: readonly { label: string; value: string }[];
  /** A path of the portal. */
  link: string;
  /** Whom it concerns; a rule for some customers hears of nothing that names none of them. */
  customerIds: readonly string[];
  /**
   * Where one thing is told in parts, so that no rule hears of customers it does not name: the whole is for rules that
   * name none, a part for rules that name its customer. Without it, it is for both.
   */
  share?: "whole" | "part";
  /** The part for channels whose rules name some customers, where the rest is not theirs to know. */
  partFor?: (customerIds: ReadonlySet<string>) => Pick<Announcement, "title" | "facts">;
  /** Who is told by other means already, so that no rule tells them twice. */
  toldUserIds?: readonly string[];
}
