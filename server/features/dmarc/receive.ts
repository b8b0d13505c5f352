import path from "node:path";
import { Worker } from "node:worker_threads";
import { maxReportBytes } from "../../../contract/dmarc/dmarc.ts";
import { secondMs } from "../../../contract/time/durations.ts";
import { Problem } from "../../problem.ts";
import { inThreadQueue, threadHeapMb, youngHeapMb } from "../../thread-queue.ts";
import type { DmarcReport } from "./read-report.ts";
import type { ReportAnswer, ReportOrder } from "./report-worker.ts";

const patienceMs = 60 * secondMs;

const refused = (sentence: string, cause?: unknown) =>
  new Problem("invalid", { message: `Bericht: ${sentence}`, fields: { file: [`Bericht: ${sentence}`] }, cause });

/**
 * Reads a report as it is sent, in a thread of its own: one piece at a time, so that neither the portal nor the thread
 * holds the file. Throws a Problem for what is none.
 */
export function receiveDmarcReport(userId: string, body: AsyncIterable<Uint8Array>): Promise<DmarcReport> {
  return inThreadQueue({ userId }, async () => {
    const worker = new Worker(path.join(import.meta.dirname, "report-worker.ts"), {
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    const timeout = AbortSignal.timeout(patienceMs);
    try {
      let size = 0;
      for await (const bytes of body) {
        size += bytes.length;
        if (size > maxReportBytes) throw refused("Die Datei ist größer als 50 MB.");
        await ask(worker, { bytes }, timeout);
      }
      const answer = await ask(worker, { end: true }, timeout);
      if (!("report" in answer)) throw refused("Die Datei ist kein DMARC-Bericht.");
      return answer.report;
    } finally {
      await worker.terminate();
    }
  });
}

function ask(worker: Worker, order: ReportOrder, timeout: AbortSignal): Promise<ReportAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReportAnswer>();
  const onMessage = (answer: ReportAnswer) => ("problem" in answer ? reject(refused(answer.problem)) : resolve(answer));
  const onError = (cause: unknown) => reject(refused("Die Datei ist zu groß oder beschädigt.", cause));
  const onTimeout = () => reject(refused("Das Lesen dauert zu lange."));
  worker.once("message", onMessage).once("error", onError);
  timeout.addEventListener("abort", onTimeout, { once: true });
  worker.postMessage(order);
  return promise.finally(() => {
    worker.off("message", onMessage).off("error", onError);
    timeout.removeEventListener("abort", onTimeout);
  });
}
