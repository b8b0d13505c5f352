import { spawnSync } from "node:child_process";
import path from "node:path";
import { buildApp } from "./build-app.ts";

const root = path.resolve(import.meta.dirname, "..");
const run = (args: string[]) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

/** `npm test`: what CI runs. Names of vitest projects as arguments run only these, without the checks. */
const projects = process.argv.slice(2).flatMap((name) => ["--project", name]);
if (projects.length === 0) run([path.join(root, "scripts/check.ts")]);
await buildApp();
run([path.join(root, "node_modules/vitest/vitest.mjs"), "run", ...projects]);
