import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * Installs what the lock file names by `npm ci` with these arguments, and resolves with its exit code. The lock file names no
 * registry, and npm would ask it for the list of versions of each package before it fetches one, which takes longer than all
 * else. So npm gets the addresses at which registries serve versions; where one does not, it looks for them itself.
 */
export async function installPackages(root, args) {
  const base = registry(root);
  if (!base) return (await runNpm(root, args)).code;
  // npm prefers this one to package-lock.json.
  const addressed = path.join(root, "npm-shrinkwrap.json");
  try {
    writeFileSync(addressed, withAddresses(readFileSync(path.join(root, "package-lock.json"), "utf8"), base));
    const { code, refused } = await runNpm(root, args);
    if (!refused) return code;
  } finally {
    rmSync(addressed, { force: true });
  }
  console.error("Die Registry liefert Pakete nicht an der üblichen Adresse; npm sucht sie jetzt selbst.");
  return (await runNpm(root, args)).code;
}

function registry(root) {
  const { stdout } = spawnSync(npm, ["config", "get", "registry"], { cwd: root, encoding: "utf8" });
  return stdout?.trim().replace(/\/$/, "");
}

function withAddresses(text, base) {
  const lock = JSON.parse(text);
  for (const [place, entry] of Object.entries(lock.packages ?? {})) {
    if (!entry.integrity || entry.resolved) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    entry.resolved = `${base}/${name}/-/${name.split("/").pop()}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}

/** Ends after npm, whatever signal comes meanwhile, so that its caller can clear up. */
async function runNpm(cwd, args) {
  const child = spawn(npm, ["ci", ...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    stdio: ["ignore", 2, "pipe"],
  });
  const passOn = (signal) => child.kill(signal);
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  for (const signal of signals) process.on(signal, passOn);
  let refused = false;
  child.stderr?.on("data", (chunk) => {
    refused ||= /code E40\d/.test(chunk);
    process.stderr.write(chunk);
  });
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
  for (const signal of signals) process.off(signal, passOn);
  return { code, refused };
}
