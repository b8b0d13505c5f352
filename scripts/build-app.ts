import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { removeKilledBuilds } from "./build-folders.ts";
import { buildParts } from "./bundle/build-parts.ts";
import { writeReadyDatabase } from "./bundle/ready-database.ts";

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "build");
const stamp = path.join(target, ".sources");
const sources = [
  "app/**/*.{ts,tsx,css}",
  "contract/**/*.ts",
  "public/**/*.*",
  "{remix,vite,tailwind,postcss}.config.{ts,js}",
  "package-lock.json",
  "scripts/{bundle/*,compress-assets,server-wall,shared-chunks}.ts",
];

/** Tells launch.mjs that the packages which build are not there. */
const packagesCode = 76;

/** Builds the browser's part, the page renderer and a new portal's database into `build/`, unless they are there. */
export async function buildApp(options: { force?: boolean } = {}): Promise<void> {
  await buildPages(options);
  // A start migrates by itself where the folder may not be written to.
  await writeReadyDatabase().catch(() => undefined);
}

/** A build of exactly these sources is left as it is. */
async function buildPages({ force = false }): Promise<void> {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    hash.update(file).update(readFileSync(path.join(root, file)));
  }
  const wanted = hash.digest("hex");
  if (!force && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  // launch.mjs installs what builds and starts this again.
  if (!existsSync(path.join(root, "node_modules/vite/bin/vite.js"))) process.exit(packagesCode);
  process.stderr.write("Die Oberfläche wird gebaut …\n");
  // Built aside and moved into place whole: a portal or a test that runs meanwhile never sees half a build.
  removeKilledBuilds(root);
  const fresh = path.join(root, `build.${process.pid}`);
  const code = await buildParts(fresh);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.exit(code);
  }
  writeFileSync(path.join(fresh, ".sources"), wanted);
  const former = path.join(root, `build.${process.pid}.former`);
  if (existsSync(target)) renameSync(target, former);
  renameSync(fresh, target);
  rmSync(former, { recursive: true, force: true });
}
