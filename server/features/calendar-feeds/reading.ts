import { type CalendarFeed, feedScopes } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { taskGroupLabels } from "../../../contract/tasks/tasks.ts";
import { minuteMs } from "../../../contract/time/durations.ts";
import { findActiveUser } from "../../auth/active-user.ts";
import { hashToken } from "../../auth/tokens.ts";
import type { Services } from "../../trpc/context.ts";
import { readFeedEvents } from "./feed-events.ts";
import { writeCalendar } from "./icalendar.ts";
import { selectFeeds, toFeed } from "./queries.ts";

const usedEveryMs = minuteMs;

/**
 * The calendar behind a URL, with what its person may read by now; undefined when the URL is unknown or has
 * ended, or its person may no longer enter.
 */
export async function readCalendar(
  services: Pick<Services, "db" | "now">,
  { token, origin }: { token: string; origin: string },
): Promise<{ text: string; feedId: string } | undefined> {
  const { db } = services;
  const row = await selectFeeds(db)
    .select("feed.userId")
    .where("feed.tokenHash", "=", hashToken(token))
    .executeTakeFirst();
  const person = row && (await findActiveUser(db, row.userId));
  if (!row || !person) return undefined;
  const feed = toFeed(row);
  const { id, name } = feed;
  const scope = hasAbility(person.role, "exportRecords") ? feed.scope : "mine";
  const events = await readFeedEvents(services, person, { ...feed, scope, origin });
  return { text: writeCalendar(`${name} (${scopeName({ ...feed, scope })})`, events), feedId: id };
}

/** Whose deadlines are in it, by name. */
function scopeName({ scope, team, customer }: CalendarFeed): string {
  if (scope === "team" && team) return `Team ${taskGroupLabels[team]}`;
  return scope === "customer" && customer ? customer.label : feedScopes[scope];
}

/** Notes that a feed was fetched, to the minute. */
export async function noteFetch({ db, now }: Pick<Services, "db" | "now">, feedId: string): Promise<void> {
  const at = now();
  const since = new Date(at.getTime() - usedEveryMs).toISOString();
  await db
    .updateTable("calendarFeeds")
    .set({ lastUsedAt: at.toISOString() })
    .where("id", "=", feedId)
    .where((eb) =>
      eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", since), eb("lastUsedAt", ">", at.toISOString())]),
    )
    .execute();
}
