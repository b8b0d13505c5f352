import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string) => path.join(root, "node_modules/.bin", name);

/** Format and lint, then types; ends at the first that fails. */
const steps: [string, string[]][] = [
  [bin("biome"), ["check", "--error-on-warnings"]],
  [process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "--noEmit"]],
];

for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
