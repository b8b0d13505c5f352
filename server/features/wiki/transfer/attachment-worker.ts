import { onWork } from "../../../db/wake.ts";
import type { Services } from "../../../trpc/context.ts";
import { readAttachmentTexts } from "./attachment-texts.ts";

/** Reads the words of attachments from now on, whenever a change has left some; `stop` waits for what is under way. */
export function startAttachmentTexts(services: Services): { stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    if (isAsked) return;
    isAsked = true;
    running = running.then(async () => {
      isAsked = false;
      if (isStopped) return;
      await readAttachmentTexts(services).catch((err: unknown) =>
        services.log.error({ err }, "words of attachments could not be read"),
      );
    });
  };
  const ignore = onWork(services.db, "attachmentTexts", run);
  run();
  return {
    async stop() {
      isStopped = true;
      ignore();
      await running;
    },
  };
}
