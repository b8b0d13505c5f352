import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readUrl, startBenchPortal } from "./bench-portal.ts";
import { quantile, type Row } from "./table.ts";

const root = path.resolve(import.meta.dirname, "../..");
const starts = 5;

/** Cold start of a built portal on an empty data folder until the first 200, and its resident memory when idle. */
export async function measureStart(): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < starts; round += 1) times.push(await timeStart());
  const median = quantile(times, 0.5);
  const portal = await startBenchPortal();
  await fetch(`${portal.url}/`, { headers: { cookie: portal.cookie } });
  const rss = residentMegabytes(portal.pid);
  await portal.stop();
  return [
    {
      what: "Kaltstart bis zur ersten Antwort (Median von 5)",
      measured: `${Math.round(median)} ms`,
      limit: "–",
      ratio: "–",
      aim: "≤ 1500 ms",
      isMet: median <= 1500,
    },
    {
      what: "Arbeitsspeicher im Leerlauf (Portal ohne Soketi)",
      measured: `${rss} MB`,
      limit: "–",
      ratio: "–",
      aim: "–",
      isMet: true,
    },
  ];
}

async function timeStart(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-start-"));
  const begun = performance.now();
  const child = spawn(process.execPath, [path.join(root, "server/portal/main.ts")], {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, PORT: "0", SOKETI_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await readUrl(child);
  const { status } = await fetch(`${url}/auth/signin`);
  const elapsed = performance.now() - begun;
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  rmSync(dataDir, { recursive: true, force: true });
  if (status !== 200) throw new Error(`the sign-in page answered ${status}`);
  return elapsed;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
