import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { filesOnPostgres, partName } from "../tests/support/postgres/part.ts";
import { findPostgres } from "../tests/support/servers/postgres.ts";
import { buildApp } from "./build-app.ts";

const root = path.resolve(import.meta.dirname, "..");

/**
 * `npm test`: what CI runs, of which a fixed part runs on Postgres, too. Names of vitest projects as arguments run only
 * these, without the checks; `postgres` runs on Postgres whatever opens a database.
 */
const names = process.argv.slice(2);
const isOnPostgres = names.includes("postgres");
const projects = (isOnPostgres ? ["unit", "contract", "faults"] : names).flatMap((name) => ["--project", name]);
// The build waits for one tool after the other, so the checks run beside it.
const checked = projects.length === 0 ? runChecks() : 0;
await buildApp();
const checkStatus = await checked;
if (checkStatus !== 0) process.exit(checkStatus);

const folder = mkdtempSync(path.join(tmpdir(), "techcenter-test-"));
const report = path.join(folder, "report.json");
const reporters = [
  "--reporter=default",
  "--reporter=./scripts/time-reporter.ts",
  "--reporter=json",
  `--outputFile.json=${report}`,
];
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...reporters, ...projects], {
  cwd: root,
  env: { ...process.env, ...(isOnPostgres && { TEST_ENGINE: "postgres" }) },
  stdio: "inherit",
});
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
rmSync(folder, { recursive: true });
console.log(
  `${numPassedTests} passed, ${numFailedTests} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ""}`,
);
const isPartMissing = (names.length === 0 || names.includes(partName)) && !findPostgres();
if (isPartMissing)
  console.log(`${filesOnPostgres().length} files not run on Postgres as well: Debian's postgresql is not installed`);
process.exit(status ?? 1);

async function runChecks(): Promise<number> {
  const check = spawn(process.execPath, [path.join(root, "scripts/check.ts")], { cwd: root, stdio: "inherit" });
  const [code] = await once(check, "close");
  return code ?? 1;
}
