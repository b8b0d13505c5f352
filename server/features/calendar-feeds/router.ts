import { createFeed, feedKey, listFeeds, updateFeed } from "../../../contract/calendar-feeds/calendar-feeds-input.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const calendarFeedRouter = router({
  list: procedure.input(listFeeds).query(({ ctx }) => queries.listFeeds(ctx)),
  create: procedure.input(createFeed).mutation(({ ctx, input }) => commands.createFeed(ctx, input)),
  update: procedure.input(updateFeed).mutation(({ ctx, input }) => commands.updateFeed(ctx, input)),
  renew: procedure.input(feedKey).mutation(({ ctx, input }) => commands.renewFeed(ctx, input)),
  delete: procedure.input(feedKey).mutation(({ ctx, input }) => commands.deleteFeed(ctx, input)),
});
