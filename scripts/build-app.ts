import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressAssets } from "./compress-assets.ts";

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "build");
const stamp = path.join(target, ".sources");
const sources = [
  "app/**/*.{ts,tsx,css}",
  "contract/**/*.ts",
  "public/**/*.*",
  "{remix,vite,tailwind,postcss}.config.{ts,js}",
  "package-lock.json",
  "scripts/{server-wall,shared-chunks,compress-assets}.ts",
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
  // Built aside and moved into place whole: a portal or a test that runs meanwhile never sees half a build.
  const fresh = path.join(root, `build.${process.pid}`);
  const remix = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const build = spawnSync(process.execPath, [remix, "vite:build", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: path.basename(fresh) },
  });
  if (build.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.exit(build.status ?? 1);
  }
  compressAssets(path.join(fresh, "client"));
  writeFileSync(path.join(fresh, ".sources"), wanted);
  const former = path.join(root, `build.${process.pid}.former`);
  if (existsSync(target)) renameSync(target, former);
  renameSync(fresh, target);
  rmSync(former, { recursive: true, force: true });
}
