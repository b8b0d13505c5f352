import { pushSubscriptionId, subscribePush } from "../../../../contract/channels/push-input.ts";
import { z } from "../../../../contract/zod.ts";
import { procedure, router } from "../../../trpc/procedures.ts";
import { rateLimited } from "../../../trpc/rate-limit.ts";
import * as subscriptions from "./subscriptions.ts";

export const pushSubscriptionRouter = router({
  state: procedure.input(z.void()).query(({ ctx }) => subscriptions.readPushState(ctx)),
  create: procedure.input(subscribePush).mutation(({ ctx, input }) => subscriptions.subscribe(ctx, input)),
  delete: procedure.input(pushSubscriptionId).mutation(({ ctx, input }) => subscriptions.unsubscribe(ctx, input)),
  test: procedure
    .use(rateLimited("channelTests"))
    .input(pushSubscriptionId)
    .mutation(({ ctx, input }) => subscriptions.testPush(ctx, input)),
});
