import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { SuperJSON } from "superjson";
import type { BenchPortal } from "../bench-portal.ts";

export interface Seen {
  /** The longest that a second client waited for an answer meanwhile. */
  stallMs: number;
  /** The same of a server that does nothing: what of it the machine is to blame for. */
  idleMs: number;
  peakMb: number;
}

const idleServer = `require("node:http").createServer((_, answer) => answer.end("{}"))
  .listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

/** A second client in a thread of its own, so that what the bench itself computes does not hold it up. */
export async function openProbe(portal: BenchPortal) {
  const input = SuperJSON.serialize({ limit: 1, where: { forUserId: portal.userId, read: false } });
  const url = `${portal.url}/api/trpc/notification.list?input=${encodeURIComponent(JSON.stringify(input))}`;
  const idle = spawn(process.execPath, ["-e", idleServer], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(createInterface({ input: idle.stdout }), "line");
  const worker = new Worker(path.join(import.meta.dirname, "probe-worker.ts"), {
    workerData: { url, cookie: portal.cookie, pid: portal.pid, idleUrl: `http://127.0.0.1:${port}/` },
  });
  const read = async (): Promise<Seen> => {
    worker.postMessage("read");
    const [seen] = await once(worker, "message");
    return seen as Seen;
  };
  return {
    /** What the probe saw while this was done, and for a moment after: what is shown or saved later counts, too. */
    async during(work: () => Promise<unknown>, afterMs = 500): Promise<Seen> {
      await setTimeout(300);
      await read();
      await work();
      await setTimeout(afterMs);
      return read();
    },
    async stop(): Promise<void> {
      idle.kill();
      await worker.terminate();
    },
  };
}
