import { Worker } from "node:worker_threads";

/** What threads answered while this was done; nothing when all of it was done here. */
export async function threadAnswersDuring(work: () => PromiseLike<unknown>): Promise<unknown[]> {
  const answers: unknown[] = [];
  const listening = new Set<Worker>();
  const note = (said: object) => {
    if (!("isBegun" in said)) answers.push(said);
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function post(this: Worker, ...given: Parameters<typeof postMessage>) {
    if (!listening.has(this)) this.prependListener("message", note);
    listening.add(this);
    postMessage.apply(this, given);
  };
  try {
    await work();
  } finally {
    Worker.prototype.postMessage = postMessage;
    for (const worker of listening) worker.off("message", note);
  }
  return answers;
}

/** Does the work, and something else between the moment when a thread is first asked and the one when it hears of it. */
export async function withThreadHeldUp<Result>(
  work: () => Promise<Result>,
  between: () => Promise<unknown>,
): Promise<Result> {
  const { postMessage } = Worker.prototype;
  let isHeldUp = false;
  Worker.prototype.postMessage = function post(this: Worker, ...given: Parameters<typeof postMessage>) {
    Worker.prototype.postMessage = postMessage;
    isHeldUp = true;
    void between().then(() => postMessage.apply(this, given));
  };
  try {
    const result = await work();
    if (!isHeldUp) throw new Error("no thread was asked");
    return result;
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
}
