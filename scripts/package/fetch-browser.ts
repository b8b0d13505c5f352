import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { browserPackage, lockedBrowserPackages, readLock } from "./runtime-packages.ts";

/**
 * Fetches the browser that prints, which weighs more than everything else but Node, into a folder of its own: by npm, in the
 * version and with the checksum of the lock file. False where it did not come.
 */
export async function fetchBrowser(root: string): Promise<boolean> {
  if (process.platform !== "linux" || process.arch !== "x64") return true;
  const lock = readLock(root);
  const version = lock[`node_modules/${browserPackage}`]?.version;
  if (!version) return false;
  const own = { name: "browser", version: "0.0.0", private: true, dependencies: { [browserPackage]: version } };
  const packages = Object.fromEntries(
    lockedBrowserPackages(root, lock).map((folder) => [folder, { ...lock[folder], dev: undefined }]),
  );
  const fresh = path.join(root, `node_modules/.browser.${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    writeFileSync(path.join(fresh, "package.json"), JSON.stringify(own));
    writeFileSync(
      path.join(fresh, "package-lock.json"),
      JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages: { "": own, ...packages } }),
    );
    const npm = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: fresh,
      stdio: "ignore",
    });
    const [code] = await once(npm, "close").catch(() => [1]);
    if (code !== 0) return false;
    const folder = path.join(root, "node_modules/.browser");
    rmSync(folder, { recursive: true, force: true });
    // Whole or not at all: the portal looks for it at every use.
    renameSync(fresh, folder);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
