import { onWork } from "../db/wake.ts";
import { mailDueNotifications } from "../features/notifications/notification-mails.ts";
import { deliverDueMails } from "../mail/deliver.ts";
import type { Services } from "../trpc/context.ts";

/** One round: writes the mails that notifications ask for, then sends what is due. */
export async function runMailRound(services: Services, isStopped?: () => boolean): Promise<void> {
  await mailDueNotifications(services);
  await deliverDueMails(services, isStopped);
}

/** Sends mail right after the commit that asked for it; `stop` waits for the one that is on its way. */
export function startMailer(services: Services): { stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      await runMailRound(services, () => isStopped).catch((err: unknown) =>
        services.log.error({ err }, "mail could not be sent"),
      );
    }
    running = undefined;
  }

  const end = onWork(services.db, "mail", () => {
    isAsked = true;
    running ??= run();
  });
  return {
    async stop() {
      isStopped = true;
      end();
      await running;
    },
  };
}
