import * as contract from "../../../contract/channels/channels-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { rateLimited } from "../../trpc/rate-limit.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageSettings");

export const channelRouter = router({
  list: managing.input(contract.listChannels).query(({ ctx }) => queries.listChannels(ctx)),
  rules: managing.input(contract.listChannels).query(({ ctx }) => queries.listRules(ctx.db)),
  deliveries: managing
    .input(contract.listChannelDeliveries)
    .query(({ ctx, input }) => queries.listDeliveries(ctx.db, input)),
  create: managing.input(contract.createChannel).mutation(({ ctx, input }) => commands.createChannel(ctx, input)),
  update: managing.input(contract.updateChannel).mutation(({ ctx, input }) => commands.updateChannel(ctx, input)),
  delete: managing.input(contract.channelId).mutation(({ ctx, input }) => commands.deleteChannel(ctx, input)),
  test: managing
    .use(rateLimited("channelTests"))
    .input(contract.channelId)
    .mutation(({ ctx, input }) => commands.testChannel(ctx, input)),
  resend: managing.input(contract.channelId).mutation(({ ctx, input }) => commands.resendMessage(ctx, input)),
  createRule: managing.input(contract.createRule).mutation(({ ctx, input }) => commands.createRule(ctx, input)),
  updateRule: managing.input(contract.updateRule).mutation(({ ctx, input }) => commands.updateRule(ctx, input)),
  deleteRule: managing.input(contract.ruleId).mutation(({ ctx, input }) => commands.deleteRule(ctx, input)),
});
