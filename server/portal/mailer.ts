import { startWorker } from "../db/wake.ts";
import { mailDueNotifications } from "../features/notifications/notification-mails.ts";
import { deliverDueMails } from "../mail/deliver.ts";
import type { Services } from "../trpc/context.ts";

/** Writes the mails that notifications ask for, then sends what is due. */
export async function runMailer(services: Services, isStopped?: () => boolean): Promise<void> {
  await mailDueNotifications(services);
  await deliverDueMails(services, isStopped);
}

/** Sends mail right after the commit that asked for it; `stop` waits for the one that is on its way. */
export const startMailer = (services: Services) =>
  startWorker(services, {
    worker: "mail",
    run: async (isStopped) => void (await runMailer(services, isStopped)),
    failure: "mail could not be sent",
    waits: true,
  });
