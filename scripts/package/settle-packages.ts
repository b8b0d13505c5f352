import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Once a portal has started from its source, a process of its own removes what only building needed and fetches the browser
 * that prints. Where the developers' packages are installed, nothing happens: they are all there and wanted.
 */
export function settlePackages(): void {
  const stamp = path.join(root, "node_modules/.installed");
  const [, extent] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
  if (extent === undefined) return;
  const program = path.join(import.meta.dirname, "settle-process.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  child.on("error", () => undefined);
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.unref();
}
