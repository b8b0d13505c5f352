import type { FeedScope } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import type { TaskGroup } from "../../../contract/tasks/tasks.ts";

export interface CalendarTables {
  calendarFeeds: CalendarFeedTable;
}

export interface CalendarFeedTable {
  id: string;
  userId: string;
  name: string;
  scope: FeedScope;
  /** For the scope of a team. */
  team: TaskGroup | null;
  /** For the scope of a customer. */
  customerId: string | null;
  categoriesJson: string;
  /** Days before each deadline; null for no alarm. */
  alarmDays: number | null;
  /** The first characters of the token, to tell URLs apart. */
  hint: string;
  /** SHA-256 of the token in the URL; the token itself is nowhere stored. */
  tokenHash: string;
  createdAt: string;
  /** When it last got a new URL. */
  renewedAt: string | null;
  lastUsedAt: string | null;
}
