import { z } from "zod";
import * as contract from "../../../contract/webhooks/webhooks-input.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const managing = procedureFor("manageSettings");
const proven = managing.meta({ proof: true });
/** Where a webhook leads decides who is told of every record. */
const movesTarget = z.object({ body: z.object({ url: z.string() }) });

export const webhookRouter = router({
  list: managing.input(contract.listWebhooks).query(({ ctx }) => queries.listWebhooks(ctx.db)),
  deliveries: managing.input(contract.listDeliveries).query(({ ctx, input }) => queries.listDeliveries(ctx, input)),
  create: proven.input(contract.createWebhook).mutation(({ ctx, input }) => commands.createWebhook(ctx, input)),
  update: managing
    .meta({ proof: movesTarget })
    .input(contract.updateWebhook)
    .mutation(({ ctx, input }) => commands.updateWebhook(ctx, input)),
  delete: managing.input(contract.webhookId).mutation(({ ctx, input }) => commands.deleteWebhook(ctx, input)),
  renewSecret: proven.input(contract.webhookId).mutation(({ ctx, input }) => commands.renewSecret(ctx, input)),
  test: managing.input(contract.webhookId).mutation(({ ctx, input }) => commands.sendTest(ctx, input)),
  resend: managing.input(contract.resendDelivery).mutation(({ ctx, input }) => commands.resendDelivery(ctx, input)),
});
