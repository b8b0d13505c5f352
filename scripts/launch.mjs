/**
 * Where every npm script begins. Runs on whatever Node is on the machine, installs what is missing, and goes on with
 * the Node of this project's own dependencies.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installPackages } from "./install-packages.mjs";

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
  package: ["scripts/package.ts"],
  migrate: ["scripts/migrate.ts"],
  live: ["scripts/live.ts"],
  screenshots: ["scripts/screenshots.ts"],
  techcenter: ["server/cli/main.ts"],
};

const modes = {
  start: "production",
  demo: "production",
  bench: "production",
  screenshots: "production",
  dev: "development",
  techcenter: "production",
};

/** These run from the portal's own packages; all others need those of its developers as well. */
const ofPortal = new Set(["start", "demo", "build", "migrate", "live", "techcenter"]);
/** These are for a portal that may be running. */
const besidePortal = new Set(["techcenter", "live"]);
const lock = createHash("sha256")
  .update(readFileSync(path.join(root, "package-lock.json")))
  .digest("hex");
/**
 * The lock file that was installed, and how much of it: nothing behind it stands for everything, "portal" for what builds
 * and runs the portal, "running" for what a built one runs from (settle-packages.ts removes the rest).
 */
const stamp = path.join(root, "node_modules/.installed");
const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
const isEnough = extent === undefined || (ofPortal.has(task) && (extent === "portal" || task !== "build"));
if (installed !== lock || !isEnough) {
  if (besidePortal.has(task) && isRunning()) {
    console.error(
      "Hier liegt eine andere Version als die, die gerade läuft. Starte das Portal neu, dann geht der Befehl.",
    );
    process.exit(1);
  }
  await install(ofPortal.has(task) ? "portal" : undefined);
}

/**
 * Whether a process runs on the Node of these packages: installing would take away what it has yet to read. Known
 * where the system has a folder of its processes.
 */
function isRunning() {
  if (!existsSync(path.join(root, "node_modules")) || !existsSync("/proc/self/exe")) return false;
  const packages = realpathSync(path.join(root, "node_modules")) + path.sep;
  return readdirSync("/proc").some((id) => {
    try {
      return readlinkSync(`/proc/${id}/exe`).startsWith(packages);
    } catch {
      // No process, one that has ended, or one of somebody else.
      return false;
    }
  });
}

async function install(extent) {
  console.error("Abhängigkeiten werden installiert …");
  const code = await installPackages(root, extent === "portal" ? ["--omit=dev"] : []);
  if (code !== 0) process.exit(code);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, extent ? `${lock} ${extent}` : lock);
}

const compiled = path.join(root, "node_modules/.cache/node");
const bin = path.join(root, "node_modules/.bin");
const node = [path.join(bin, "node"), path.join(bin, "node.cmd")].find(existsSync) ?? process.execPath;
// A portal collects its young objects rarely; a backup has to free often what it has encrypted (server/backup/runner.ts).
const heap =
  task === "techcenter" ? ["--max-semi-space-size=1", "--heap-growing-percent=30"] : ["--max-semi-space-size=16"];
const flags = ["--disable-warning=ExperimentalWarning", ...heap];
const start = () =>
  spawn(node, [...flags, ...tasks[task], ...rest], {
    cwd: root,
    stdio: "inherit",
    // React chooses its build by NODE_ENV as soon as it is imported, so it is set before the first line runs.
    // What Node has compiled is kept with the packages: a portal starts with it in half the time.
    // Of threads that come and go, glibc keeps memory for each, and of what was large it keeps the room; two places, and
    // thresholds that do not grow, spare up to 350 MB under the worst requests (decision 0027).
    env: {
      NODE_ENV: modes[task],
      NODE_COMPILE_CACHE: compiled,
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "131072",
      MALLOC_TRIM_THRESHOLD_: "131072",
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    },
  });
let child = start();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm runs this through a shell that dies of a signal without passing it on; then nobody else would stop the portal.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  // Once: a portal that is told again ends at once.
  let told;
  setInterval(() => {
    if (process.ppid === parent || told === child) return;
    told = child;
    child.kill("SIGTERM");
  }, 500).unref();
}
/** With this code a portal that runs out of memory asks to be started again. */
const restartCode = 75;
/** With this one a build asks for the packages that a built portal does without. */
const packagesCode = 76;
const follow = () =>
  child.on("exit", async (code, signal) => {
    if (code !== restartCode && code !== packagesCode) process.exit(code ?? (signal ? 1 : 0));
    if (code === packagesCode) await install("portal");
    child = start();
    follow();
  });
follow();
