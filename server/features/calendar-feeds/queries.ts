import { type CalendarFeed, feedAlarmDays } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** A person's own feeds, the newest first. */
export async function listFeeds({ db, person }: Pick<PersonContext, "db" | "person">): Promise<CalendarFeed[]> {
  const rows = await selectFeeds(db)
    .where("feed.userId", "=", person.id)
    .orderBy("feed.createdAt", "desc")
    .orderBy("feed.id", "desc")
    .execute();
  return rows.map(toFeed);
}

export function selectFeeds(db: Db) {
  return db
    .selectFrom("calendarFeeds as feed")
    .leftJoin("customers as customer", "customer.id", "feed.customerId")
    .select(["feed.id", "feed.name", "feed.scope", "feed.team", "feed.customerId", "customer.title as customerTitle"])
    .select([
      "feed.categoriesJson",
      "feed.alarmDays",
      "feed.hint",
      "feed.createdAt",
      "feed.renewedAt",
      "feed.lastUsedAt",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFeeds>["executeTakeFirstOrThrow"]>>;

export function toFeed(row: Row): CalendarFeed {
  const { id, name, scope, team, customerId, customerTitle, categoriesJson, alarmDays, hint } = row;
  const { createdAt, renewedAt, lastUsedAt } = row;
  return {
    id,
    name,
    scope,
    team,
    hint,
    customer: customerId ? { id: customerId, label: customerTitle ?? "" } : null,
    alarmDays: isOneOf(feedAlarmDays, alarmDays) ? alarmDays : null,
    categories: JSON.parse(categoriesJson),
    createdAt: new Date(createdAt),
    renewedAt: toDate(renewedAt),
    lastUsedAt: toDate(lastUsedAt),
  };
}
