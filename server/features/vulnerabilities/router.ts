import { fetchFeed, readFeed } from "../../../contract/vulnerabilities/vulnerabilities.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { fetchFeedNow } from "./commands.ts";
import { readFeedState } from "./queries.ts";

const managing = procedureFor("manageSettings");

export const vulnerabilityRouter = router({
  feed: managing.input(readFeed).query(({ ctx }) => readFeedState(ctx)),
  fetchFeed: managing.input(fetchFeed).mutation(({ ctx }) => fetchFeedNow(ctx)),
});
