import { startChannels } from "../features/channels/deliver.ts";
import { startDiscoveries } from "../features/discoveries/start.ts";
import type { DiscoveryTools } from "../features/discoveries/tools.ts";
import { drainImports } from "../features/imports/runs.ts";
import { startIncidentMessages } from "../features/incidents/messages.ts";
import { startMaintenance } from "../features/maintenance/quiet.ts";
import { startPageBoxes } from "../features/tasks/page-boxes.ts";
import { startWebhooks } from "../features/webhooks/deliver.ts";
import { startAttachmentTexts } from "../features/wiki/transfer/attachment-texts.ts";
import { drainPageImports } from "../features/wiki/transfer/import-work.ts";
import { startJobs } from "../jobs/runner.ts";
import { startIndexMerging } from "../search/merge-index.ts";
import { startNameQueue } from "../search/name-queue.ts";
import type { Services } from "../trpc/context.ts";
import { startMailer } from "./mailer.ts";

/** What works through jobs and queues beside the requests. */
export function startWorkers(services: Services, tools: DiscoveryTools) {
  const workers = [
    startJobs(services),
    startMailer(services),
    startIncidentMessages(services),
    startMaintenance(services),
    startWebhooks(services),
    startChannels(services),
    startAttachmentTexts(services),
    startDiscoveries(services, tools),
    startPageBoxes(services),
    startNameQueue(services),
    startIndexMerging(services),
  ];
  return {
    async stop() {
      for (const worker of workers) await worker.stop();
      await drainImports(services, { stop: true });
      await drainPageImports(services, { stop: true });
    },
  };
}
