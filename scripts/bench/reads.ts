import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { SuperJSON } from "superjson";
import { startBenchPortal } from "./bench-portal.ts";
import { percent, type Row } from "./table.ts";

const seconds = 4;
const connections = 16;
const rounds = 3;

/** RPC reads against the same SQL behind bare node:http, and the rendered shell; best of three alternating rounds. */
export async function measureReads(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const limit = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "limit-server.ts"), portal.dataDir, portal.userId],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const port = await new Promise<string>((resolve) => createInterface({ input: limit.stdout }).once("line", resolve));
  const rpc = (procedure: string, input: unknown) =>
    `${portal.url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(SuperJSON.serialize(input)))}`;
  const addresses = {
    badge: rpc("notification.list", { limit: 1, where: { forUserId: portal.userId, read: false } }),
    badgeLimit: `http://127.0.0.1:${port}/badge`,
    list: rpc("notification.list", { limit: 10, where: { forUserId: portal.userId } }),
    listLimit: `http://127.0.0.1:${port}/list`,
    shell: `${portal.url}/`,
  };
  const best: Record<string, number> = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, url] of Object.entries(addresses)) {
        best[name] = Math.max(best[name] ?? 0, await requestsPerSecond(url, portal.cookie));
      }
    }
  } finally {
    limit.kill();
    await portal.stop();
  }
  const ratioRow = (what: string, name: "badge" | "list"): Row => {
    const [measured, most] = [best[name] ?? 0, best[`${name}Limit`] ?? 0];
    const ratio = measured / most;
    return {
      what,
      measured: perSecond(measured),
      limit: perSecond(most),
      ratio: percent(ratio),
      aim: "≥ 50 %",
      isMet: ratio >= 0.5,
    };
  };
  return [
    ratioRow("notification.list, Zähler der Glocke", "badge"),
    ratioRow("notification.list, 10 Zeilen", "list"),
    {
      what: "Hülle, auf dem Server gerendert",
      measured: perSecond(best.shell ?? 0),
      limit: "–",
      ratio: "–",
      aim: "–",
      isMet: true,
    },
  ];
}

const perSecond = (value: number) => `${Math.round(value)} /s`;

async function requestsPerSecond(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error`);
  return result.requests.average;
}
