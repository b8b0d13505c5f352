import path from "node:path";
import { Worker } from "node:worker_threads";
import type { DataPlace } from "../../db/data-place.ts";
import { youngHeapMb } from "../../thread-queue.ts";
import type { SeenByCheck } from "./write-figures.ts";

export type FiguresAnswer = { certificates: SeenByCheck[] } | { failure: unknown };

const heapMb = 64;

interface Asked {
  resolve(certificates: SeenByCheck[]): void;
  reject(cause: unknown): void;
}

/**
 * Writes figures in a thread of its own: with thousands of websites that is a write every few milliseconds, and whoever
 * waits for a list would wait for each. A thread that fails is replaced by the next round; there is none before the
 * checker has stored anything.
 */
export function openFiguresThread(
  place: DataPlace,
  hasFigures: () => boolean,
): { write(): Promise<SeenByCheck[]>; stop(): Promise<void> } {
  let worker: Worker | undefined;
  let asked: Asked | undefined;
  let isStopped = false;

  function open(): Worker {
    const opened = new Worker(path.join(import.meta.dirname, "figures-worker.ts"), {
      workerData: place,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    opened.on("message", (answer: FiguresAnswer) => {
      if ("failure" in answer) asked?.reject(answer.failure);
      else asked?.resolve(answer.certificates);
      asked = undefined;
    });
    opened.on("error", (cause) => worker === opened && end(cause));
    opened.on("exit", () => worker === opened && end(new Error("the thread has ended")));
    return opened;
  }

  function end(cause: unknown): void {
    worker = undefined;
    asked?.reject(cause);
    asked = undefined;
  }

  return {
    write: () =>
      new Promise((resolve, reject) => {
        if (isStopped || !hasFigures()) return resolve([]);
        asked = { resolve, reject };
        worker ??= open();
        worker.postMessage("write");
      }),
    async stop() {
      isStopped = true;
      const ended = worker;
      worker = undefined;
      // Nobody waits for the end of a round: what it has not written yet is written after the next start.
      asked?.resolve([]);
      asked = undefined;
      await ended?.terminate();
    },
  };
}
