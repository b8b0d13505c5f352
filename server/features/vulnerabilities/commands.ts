import type { FeedState } from "../../../contract/vulnerabilities/vulnerabilities.ts";
import { transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import { readStoredSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { askFeed } from "./feed-list.ts";
import { readFeedState } from "./queries.ts";
import { isReadingFeed } from "./refresh.ts";

/** „Jetzt lesen“: answers at once, since the feed is large; how it ended follows live. */
export async function fetchFeedNow(ctx: PersonContext): Promise<FeedState> {
  await transact(ctx, async (tx) => {
    const { secrets } = await readStoredSettings(tx.db, "technologies");
    if (secrets.wordfenceKey === undefined)
      throw new Problem("precondition", { message: "Bitte zuerst einen Schlüssel angeben und speichern." });
    // Who asks while it is being read gets what is being read.
    if (!isReadingFeed(ctx.db)) await askFeed(tx);
  });
  return readFeedState(ctx);
}
