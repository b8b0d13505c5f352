import type { FeedState } from "../../../contract/vulnerabilities/vulnerabilities.ts";
import { toDate } from "../../db/to-date.ts";
import { readStoredSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { feedRow } from "./feed-list.ts";
import { isReadingFeed } from "./refresh.ts";

/** How the feed was read last, for the settings. */
export async function readFeedState({ db, now }: Pick<PersonContext, "db" | "now">): Promise<FeedState> {
  const { secrets } = await readStoredSettings(db, "technologies");
  const list = await db
    .selectFrom("registryLists")
    .select(["dueAt", "fetchedAt", "error"])
    .where("name", "=", feedRow)
    .executeTakeFirst();
  const hasKey = secrets.wordfenceKey !== undefined;
  return {
    hasKey,
    isReading: hasKey && (isReadingFeed(db) || (list !== undefined && list.dueAt <= now().toISOString())),
    readAt: toDate(list?.fetchedAt),
    error: list?.error ?? null,
    nextAt: hasKey ? toDate(list?.dueAt) : null,
  };
}
