import { Worker } from "node:worker_threads";
import { threadHeapMb, youngHeapMb } from "./thread-queue.ts";

interface ThreadRules<Message> {
  /** How long it may take from its start on, or until the first message where `patienceEachMs` says how long each. */
  patienceMs: number;
  /** How long the next message may take; it does not count while the reader works on the last one. */
  patienceEachMs?: number;
  /** Whether the thread waits behind a message until its reader wants the next one. */
  waitsAfter: (message: Message) => boolean;
  tooSlow: () => Error;
  /** Its heap was too small, or it came to an end by itself. */
  broken: (cause: unknown) => Error;
  /** What it says about what it was given. */
  refused: (problem: string) => Error;
}

/** The messages of one thread, in order. It is ended when its reader stops, and when it takes too long or too much. */
export async function* threadMessages<Message extends object>(
  file: string,
  order: unknown,
  { patienceMs, patienceEachMs, waitsAfter, tooSlow, broken, refused }: ThreadRules<Message>,
): AsyncGenerator<Exclude<Message, { problem: string }>> {
  const worker = new Worker(file, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    // Libraries report damaged files on the console.
    stdout: true,
    stderr: true,
  });
  const waiting: Message[] = [];
  let failure: Error | undefined;
  let isOver = false;
  let wake = () => {};
  const until = () => new Promise<void>((resolve) => (wake = resolve));
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  let timer = setTimeout(() => fail(tooSlow()), patienceMs);
  const stop = () => patienceEachMs !== undefined && clearTimeout(timer);
  const restart = () => {
    if (patienceEachMs === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => fail(tooSlow()), patienceEachMs);
  };
  worker.on("message", (message: Message) => {
    waiting.push(message);
    restart();
    wake();
  });
  worker.on("error", (cause) => fail(broken(cause)));
  worker.on("exit", () => {
    isOver = true;
    wake();
  });
  try {
    for (;;) {
      const message = waiting.shift();
      if (message && isProblem(message)) throw refused(message.problem);
      if (message) {
        stop();
        yield message as Exclude<Message, { problem: string }>;
        restart();
        if (waitsAfter(message)) worker.postMessage("next");
      } else if (failure) throw failure;
      else if (isOver) return;
      else await until();
    }
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const isProblem = (message: object): message is { problem: string } => "problem" in message;
