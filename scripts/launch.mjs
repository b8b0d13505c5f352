/**
 * The door of every npm script. Runs on whatever Node is on the machine, installs what is missing, and goes on with
 * the Node of this project's own dependencies.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const [task, ...rest] = process.argv.slice(2);
const tasks = {
  start: ["scripts/start.ts"],
  demo: ["scripts/demo.ts"],
  dev: ["scripts/dev.ts"],
  test: ["scripts/test.ts"],
  "test:e2e": ["scripts/test.ts", "e2e"],
  soak: ["scripts/soak.ts"],
  check: ["scripts/check.ts"],
  bench: ["scripts/bench.ts"],
  build: ["scripts/build.ts"],
  migrate: ["scripts/migrate.ts"],
  live: ["scripts/live.ts"],
  screenshots: ["scripts/screenshots.ts"],
};

const modes = {
  start: "production",
  demo: "production",
  bench: "production",
  screenshots: "production",
  dev: "development",
};

const lock = createHash("sha256")
  .update(readFileSync(path.join(root, "package-lock.json")))
  .digest("hex");
const stamp = path.join(root, "node_modules/.installed");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.error("Abhängigkeiten werden installiert …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const install = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

const compiled = path.join(root, "node_modules/.cache/node");
const bin = path.join(root, "node_modules/.bin");
const node = [path.join(bin, "node"), path.join(bin, "node.cmd")].find(existsSync) ?? process.execPath;
const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...tasks[task], ...rest], {
  cwd: root,
  stdio: "inherit",
  // React chooses its build by NODE_ENV as soon as it is imported, so it is set before the first line runs.
  // What Node has compiled is kept with the packages: a portal starts with it in half the time.
  // Of threads that come and go, glibc keeps memory for each; two places for it spare up to 200 MB.
  env: {
    NODE_ENV: modes[task],
    NODE_COMPILE_CACHE: compiled,
    MALLOC_ARENA_MAX: "2",
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  },
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm runs this through a shell that dies of a signal without passing it on; then nobody else would stop the portal.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
}
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
