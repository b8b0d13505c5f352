import { readFileSync } from "node:fs";
import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Somebody else: asks the portal for a row of the database every 20 ms, whether the one before has been answered or not,
 * and beside it a server that has nothing else to do. What that one takes is the machine's, not the portal's.
 */
const { url, cookie, idleUrl, pid } = workerData as { url: string; cookie: string; idleUrl: string; pid: number };
const everyMs = 20;

class Line {
  #maxMs = 0;
  readonly #open = new Set<number>();
  readonly #ask: () => Promise<unknown>;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  async ask(): Promise<void> {
    const begun = performance.now();
    this.#open.add(begun);
    await this.#ask().catch(() => undefined);
    this.#open.delete(begun);
    this.#maxMs = Math.max(this.#maxMs, performance.now() - begun);
  }

  /** The longest wait since it was read last, also of who waits still. */
  read(): number {
    const waiting = [...this.#open].map((begun) => performance.now() - begun);
    const longest = Math.max(this.#maxMs, ...waiting);
    this.#maxMs = 0;
    return longest;
  }
}

const get = (url: string, headers: Record<string, string>) => () =>
  new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, (answer) => answer.resume().once("end", resolve))
      .once("error", reject)
      .end();
  });

const portal = new Line(get(url, { cookie }));
const idle = new Line(get(idleUrl, {}));
let peakKb = 0;
const residentKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);

setInterval(() => {
  void portal.ask();
  void idle.ask();
  peakKb = Math.max(peakKb, residentKb());
}, everyMs);
parentPort?.on("message", () => {
  parentPort?.postMessage({ stallMs: portal.read(), idleMs: idle.read(), peakMb: peakKb / 1024 });
  peakKb = residentKb();
});
