import { minuteMs } from "../../../contract/time/durations.ts";
import { startWorker } from "../../db/wake.ts";
import type { Services } from "../../trpc/context.ts";
import { deliverDue } from "./deliver.ts";

const maxWaitMs = minuteMs;
const failure = "webhooks could not be delivered";

/** Delivers from now on: at once what a change has queued, later what is to be tried again. `stop` waits for what is under way. */
export const startWebhooks = (services: Services) =>
  startWorker(services, {
    worker: "webhooks",
    run: async () => {
      const next = await deliverDue(services).catch((err: unknown) => {
        services.log.error({ err }, failure);
        return undefined;
      });
      const wait = next ? next.getTime() - services.now().getTime() : maxWaitMs;
      return Math.min(Math.max(wait, 0), maxWaitMs);
    },
    failure,
  });
