import { minuteMs } from "../../../contract/time/durations.ts";
import { onWork } from "../../db/wake.ts";
import type { Services } from "../../trpc/context.ts";
import { deliverDue } from "./deliver.ts";

const maxWaitMs = minuteMs;

/** Delivers from now on: at once what a change has queued, later what is to be tried again. `stop` waits for what is under way. */
export function startWebhooks(services: Services): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const run = () => {
    running = running.then(async () => {
      if (isStopped) return;
      clearTimeout(timer);
      let next: Date | undefined;
      try {
        next = await deliverDue(services);
      } catch (error) {
        services.log.error({ err: error }, "webhooks could not be delivered");
      }
      if (isStopped) return;
      const wait = next ? next.getTime() - services.now().getTime() : maxWaitMs;
      timer = setTimeout(run, Math.min(Math.max(wait, 0), maxWaitMs));
    });
  };
  const ignore = onWork(services.db, "webhooks", run);
  run();
  return {
    async stop() {
      isStopped = true;
      ignore();
      clearTimeout(timer);
      await running;
    },
  };
}
