import path from "node:path";
import { Worker } from "node:worker_threads";
import { Problem } from "./problem.ts";
import { threadHeapMb, youngHeapMb } from "./thread-queue.ts";

/** Signs of stored text, or bytes of a page's state: what is done with so many takes a few milliseconds. */
export const maxAtOnce = 40_000;
/** Of one user; further work of theirs is refused. */
const maxWaitingOfUser = 40;
/** A thread that nobody needs any more gives its memory back, up to 140 MB; the next one costs 0.25 s. */
const idleMs = 15_000;
/** For what a thread loads before it begins: on a busy host that takes seconds, and says nothing of the work. */
const loadLimitMs = 60_000;

/** What the thread is asked: a function that a module exports, and what it is called with. */
export interface ApartOrder {
  module: string;
  name: string;
  given: unknown[];
}

export type ApartAnswer =
  | { result: unknown }
  | { problem: Pick<Problem, "code" | "message" | "fields"> }
  | { failure: unknown };

/** What the thread says; that it begins, before each answer. */
export type ApartMessage = { isBegun: true } | ApartAnswer;

interface Task extends ApartOrder {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface ThreadRules {
  /** How long one piece of work may take, once all that it needs is loaded. */
  patienceMs: number;
  /** What whoever asked is told when it took too long, or more memory than it may. */
  tooMuch: string;
}

/**
 * A thread of its own, whose work delays no other's. `apart` makes of a function that its module exports under its own
 * name one for work of any size: little is done at once, much in the thread beside everybody else's requests, a user at a
 * time. What goes in and comes out is copied, so it is data; strings and bytes are copied fastest. Much must not be asked
 * for within a transaction, for which everybody waits.
 */
export function openApart({ patienceMs, tooMuch }: ThreadRules) {
  /** By user, in the order in which it is their turn. */
  const waiting = new Map<string, [Task, ...Task[]]>();
  let worker: Worker | undefined;
  let current: Task | undefined;
  let timer: NodeJS.Timeout | undefined;

  function ask(userId: string, order: ApartOrder): Promise<unknown> {
    const own = waiting.get(userId);
    if (own && own.length >= maxWaitingOfUser)
      throw new Problem("too_many", {
        message: "Es wird gerade schon so viel gelesen. Bitte versuche es gleich noch einmal.",
        retryAfterSeconds: 5,
      });
    return new Promise((resolve, reject) => {
      const task = { ...order, resolve, reject };
      waiting.set(userId, own ? [...own, task] : [task]);
      beginNext();
    });
  }

  function beginNext(): void {
    if (current) return;
    clearTimeout(timer);
    const [first] = waiting;
    if (first === undefined) {
      worker?.unref();
      timer = setTimeout(dismiss, idleMs).unref();
      return;
    }
    const [userId, [task, next, ...others]] = first;
    waiting.delete(userId);
    if (next) waiting.set(userId, [next, ...others]);
    current = task;
    worker ??= open();
    worker.ref();
    const { module, name, given } = task;
    giveUpAfter(loadLimitMs, name);
    worker.postMessage({ module, name, given } satisfies ApartOrder);
  }

  function open(): Worker {
    const opened = new Worker(path.join(import.meta.dirname, "apart-worker.ts"), {
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    opened.on("message", (answer: ApartMessage) => {
      // One that was given up may still have had something to say.
      if (worker !== opened || !current) return;
      if ("isBegun" in answer) return giveUpAfter(patienceMs, current.name);
      if ("result" in answer) current.resolve(answer.result);
      else if ("problem" in answer) current.reject(new Problem(answer.problem.code, toOptions(answer.problem)));
      else current.reject(answer.failure);
      current = undefined;
      beginNext();
    });
    opened.on("error", (cause) => worker === opened && giveUp(cause));
    opened.on("exit", () => worker === opened && giveUp(new Error("the thread has ended")));
    return opened;
  }

  function giveUpAfter(ms: number, name: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp(new Error(`${name} took too long`)), ms);
  }

  /** What was too much for the thread ends it; what waits gets a new one. */
  function giveUp(cause: unknown): void {
    const task = current;
    current = undefined;
    dismiss();
    task?.reject(new Problem("unavailable", { message: tooMuch, cause }));
    beginNext();
  }

  function dismiss(): void {
    const dismissed = worker;
    worker = undefined;
    void dismissed?.terminate();
  }

  return <Given extends unknown[], Result>(
    module: string,
    work: (...given: Given) => Result,
    sizeOf: (...given: Given) => number,
  ): ((userId: string, ...given: Given) => Promise<Result>) =>
    async (userId, ...given) => {
      if (sizeOf(...given) <= maxAtOnce) return work(...given);
      return (await ask(userId, { module, name: work.name, given })) as Result;
    };
}

/** The thread for what the portal's own users have written. */
export const apart = openApart({
  patienceMs: 30_000,
  tooMuch: "Das war zu viel auf einmal. Teile die Seite auf.",
});

const toOptions = ({ message, fields }: Pick<Problem, "message" | "fields">) => ({
  message,
  ...(fields && { fields }),
});
