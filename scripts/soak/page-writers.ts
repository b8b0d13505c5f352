import { setTimeout as pause } from "node:timers/promises";
import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "../../server/features/router.ts";
import type { BenchPortal } from "../bench/bench-portal.ts";
import { openPageWriter } from "../bench/page-writer.ts";
import { quantile } from "../bench/table.ts";

/** One of twenty people writes a page, ten times. */
const writers = 10;
const sentences = 18;
const sentenceBytes = 120;
const sentenceEveryMs = 3000;
const savedLimitMs = 10_000;

/** For a minute each writes a new page, sentence by sentence, and leaves it; tells what was written and how long that took. */
export async function writePages(portal: BenchPortal, api: TRPCClient<AppRouter>) {
  const times: number[] = [];
  const pageIds: string[] = [];
  let failed = 0;
  const writeOne = async () => {
    const { id } = await api.page.create.mutate({ body: { title: `Notizen ${new Date().toISOString()}` } });
    const writer = await openPageWriter(portal, id);
    try {
      for (let count = 0; count < sentences; count += 1) {
        const begun = performance.now();
        const isSaved = await Promise.race([
          writer.write(sentenceBytes).then(() => true),
          pause(savedLimitMs, false, { ref: false }),
        ]);
        if (!isSaved) throw new Error(`a sentence was not saved within ${savedLimitMs} ms`);
        times.push(performance.now() - begun);
        await pause(Math.max(0, sentenceEveryMs - (performance.now() - begun)));
      }
    } finally {
      writer.close();
    }
    pageIds.push(id);
  };
  const writing = Array.from({ length: writers }, async (_, index) => {
    // People do not all type at the same moment.
    await pause((sentenceEveryMs / writers) * index);
    await writeOne().catch((error: unknown) => {
      failed += 1;
      console.error(error);
    });
  });
  await Promise.all(writing);
  return { savedP95Ms: Math.round(quantile(times, 0.95)), failed, pageIds };
}
