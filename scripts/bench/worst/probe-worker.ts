import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

/** Somebody else: asks for a row of the database every 20 ms, whether the one before has been answered or not. */
const { url, cookie, pid } = workerData as { url: string; cookie: string; pid: number };
const everyMs = 20;

let maxMs = 0;
let peakKb = 0;
const open = new Set<number>();

async function ask(): Promise<void> {
  const begun = performance.now();
  open.add(begun);
  await fetch(url, { headers: { cookie } })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
  open.delete(begun);
  maxMs = Math.max(maxMs, performance.now() - begun);
}

const residentKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);

setInterval(() => void ask(), everyMs);
setInterval(() => (peakKb = Math.max(peakKb, residentKb())), everyMs);
parentPort?.on("message", () => {
  const waiting = Math.max(0, ...[...open].map((begun) => performance.now() - begun));
  parentPort?.postMessage({ stallMs: Math.max(maxMs, waiting), peakMb: peakKb / 1024 });
  [maxMs, peakKb] = [0, residentKb()];
});
