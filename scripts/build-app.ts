import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressAssets } from "./compress-assets.ts";

const root = path.resolve(import.meta.dirname, "..");
const stamp = path.join(root, "build/.sources");
const sources = [
  "app/**/*.{ts,tsx,css}",
  "contract/**/*.ts",
  "public/**/*.*",
  "*.config.{ts,js}",
  "package-lock.json",
  "scripts/{server-wall,compress-assets}.ts",
];

/** Builds the browser's part and the page renderer into `build/`, unless a build of exactly these sources is there. */
export async function buildApp({ force = false } = {}): Promise<void> {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    hash.update(file).update(readFileSync(path.join(root, file)));
  }
  const wanted = hash.digest("hex");
  if (!force && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write("Die Oberfläche wird gebaut …\n");
  const remix = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const build = spawnSync(process.execPath, [remix, "vite:build", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
  compressAssets(path.join(root, "build/client"));
  writeFileSync(stamp, wanted);
}
