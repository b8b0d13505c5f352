import type { CalendarFeed } from "../../../contract/calendar-feeds/calendar-feeds.ts";
import type { Db } from "../../db/connection.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** A person's own feeds, the newest first. */
export async function listFeeds({ db, person }: Pick<PersonContext, "db" | "person">): Promise<CalendarFeed[]> {
  const rows = await selectFeeds(db)
    .where("userId", "=", person.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(toFeed);
}

export function selectFeeds(db: Db) {
  return db
    .selectFrom("calendarFeeds")
    .select(["id", "name", "scope", "categoriesJson", "hint", "createdAt", "renewedAt", "lastUsedAt"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFeeds>["executeTakeFirstOrThrow"]>>;

export function toFeed({ categoriesJson, createdAt, renewedAt, lastUsedAt, ...row }: Row): CalendarFeed {
  return {
    ...row,
    categories: JSON.parse(categoriesJson),
    createdAt: new Date(createdAt),
    renewedAt: renewedAt ? new Date(renewedAt) : null,
    lastUsedAt: lastUsedAt ? new Date(lastUsedAt) : null,
  };
}
