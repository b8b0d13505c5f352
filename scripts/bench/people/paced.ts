import { type Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { toError } from "../../../contract/narrowing.ts";

export interface Asked {
  url: string;
  cookie: string;
  agent: Agent;
}

export interface Answered {
  /** From when it was due until the first byte of the answer, and until its last. */
  firstByteMs: number[];
  wholeMs: number[];
}

/**
 * Asks so many times a second for so long, evenly, whether or not there are answers yet: who has to wait for others
 * counts. Throws where an answer is not 200.
 */
export async function askEvenly(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  next: (turn: number) => Asked,
): Promise<Answered> {
  const begun = performance.now();
  const answers: Promise<[number, number] | Error>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const due = begun + (turn * 1000) / perSecond;
    // A timer lasts a millisecond at least: what is due in less is asked at once.
    if (due - performance.now() > 1) await pause(due - performance.now());
    // Each is looked at when all have been asked: nobody handles a failure before.
    answers.push(ask(next(turn), due).catch(toError));
  }
  const all = (await Promise.all(answers)).map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { firstByteMs: all.map(([first]) => first), wholeMs: all.map(([, whole]) => whole) };
}

/** Not by fetch, whose own work lasts longer than an answer at times. */
function ask(asked: Asked, due: number): Promise<[number, number]> {
  const { url, cookie, agent } = asked;
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { cookie, "accept-encoding": "gzip, deflate, br, zstd" } }, (answer) => {
      const firstByteMs = performance.now() - due;
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.once("error", reject);
      answer.resume().once("end", () => resolve([firstByteMs, performance.now() - due]));
    });
    request.once("error", (error: NodeJS.ErrnoException) => {
      // A kept connection may be closed by the server in the moment in which it is used again.
      if (request.reusedSocket && error.code === "ECONNRESET") resolve(ask(asked, due));
      else reject(error);
    });
  });
}
