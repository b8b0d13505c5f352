import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readUrl } from "./bench-portal.ts";
import { profileArguments } from "./profile/recording.ts";
import { quantile, type Row, rowAtMost } from "./table.ts";

const root = path.resolve(import.meta.dirname, "../..");
const starts = 5;

/** Cold start of a built portal on an empty data folder until the first 200. */
export async function measureStart(): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < starts; round += 1) times.push(await timeStart());
  return [
    rowAtMost("Kaltstart bis zur ersten Antwort (Median von 5)", quantile(times, 0.5), { most: 1500, unit: "ms" }),
  ];
}

async function timeStart(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "techcenter-start-"));
  const begun = performance.now();
  const child = spawn(process.execPath, [...profileArguments(), path.join(root, "server/portal/main.ts")], {
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
