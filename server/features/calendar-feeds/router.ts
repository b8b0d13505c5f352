import { createFeed, feedKey, listFeeds, updateFeed } from "../../../contract/calendar-feeds/calendar-feeds-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

/** The URL of a feed lets in whoever knows it, as the person whose it is. */
const proven = procedure.meta({ proof: true });

export const calendarFeedRouter = router({
  list: procedure.input(listFeeds).query(({ ctx }) => queries.listFeeds(ctx)),
  create: proven.input(createFeed).mutation(({ ctx, input }) => commands.createFeed(ctx, input)),
  update: procedure.input(updateFeed).mutation(({ ctx, input }) => commands.updateFeed(ctx, input)),
  renew: proven.input(feedKey).mutation(({ ctx, input }) => commands.renewFeed(ctx, input)),
  delete: procedure.input(feedKey).mutation(({ ctx, input }) => commands.deleteFeed(ctx, input)),
});
