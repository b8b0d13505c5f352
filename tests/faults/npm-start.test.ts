import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../support/temporary-folders.ts";

it("the portal stops when npm, which started it, is stopped", async () => {
  const dataDir = temporaryFolder("portal");
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { ...process.env, NODE_ENV: "production", PORT: "0", SOKETI_PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void npm.kill("SIGTERM"));
  const lines: { msg?: string; url?: string }[] = [];
  createInterface({ input: npm.stdout }).on("line", (line) => {
    if (line.startsWith("{")) lines.push(JSON.parse(line));
  });
  // It builds first where what is built is older than its sources.
  const { url } = await vi.waitUntil(() => lines.find((line) => line.msg === "portal is running"), {
    timeout: 800_000,
  });
  expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
  npm.kill("SIGTERM");
  await vi.waitUntil(() => lines.some((line) => line.msg === "portal is stopping"));
  await vi.waitFor(() => expect(fetch(`${url}/api/health/live`)).rejects.toThrow("fetch failed"));
});
