import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { compressFiles, filesToCompress } from "../compress-assets.ts";

const root = path.resolve(import.meta.dirname, "../..");
const vite = path.join(root, "node_modules/vite/bin/vite.js");

/**
 * Builds the browser's part and the page renderer into a folder of the project, in two processes at once: the renderer waits
 * only at the module that names the browser's files (after-client.ts). What browsers load is compressed meanwhile.
 * Resolves with 0, or with the exit code of the part that failed.
 */
export async function buildParts(folder: string): Promise<number> {
  const client = startVite(folder);
  const server = startVite(folder, "--ssr");
  const [clientCode, serverCode] = [client, server].map(async (part) => {
    const [code] = (await once(part, "exit")) as [number | null];
    if (code !== 0) for (const other of [client, server]) other.kill();
    return code ?? 1;
  });
  const assets = path.join(folder, "client");
  if ((await clientCode) === 0 && server.connected) {
    // Listed before the renderer goes on, which writes one more file among them.
    const files = filesToCompress(assets);
    server.send("client is built", () => undefined);
    await compressFiles(files);
  }
  const failed = (await Promise.all([clientCode, serverCode])).find((code) => code !== 0);
  if (failed !== undefined) return failed;
  await compressFiles(filesToCompress(assets));
  for (const part of ["client", "server"]) rmSync(path.join(folder, part, ".vite"), { recursive: true, force: true });
  return 0;
}

function startVite(folder: string, ...flags: readonly string[]): ChildProcess {
  return fork(vite, ["build", "--logLevel", "warn", ...flags], {
    cwd: root,
    stdio: ["ignore", 2, 2, "ipc"],
    execArgv: [],
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: path.basename(folder) },
  });
}
