import { spawnSync } from "node:child_process";
import path from "node:path";
import { buildApp } from "./build-app.ts";
import { readMinutes, runSteadily } from "./soak/steady.ts";

/**
 * The loops of kills, hostile input and chance at their full length, and an hour of steady use (`SOAK_MINUTES`); with `steady`
 * only the latter.
 */
const minutes = readMinutes(process.env.SOAK_MINUTES);
const isSteadyOnly = process.argv.includes("steady");
const test = path.join(import.meta.dirname, "test.ts");
const status = isSteadyOnly
  ? 0
  : spawnSync(process.execPath, [test, "unit", "faults", "socket"], {
      stdio: "inherit",
      env: { ...process.env, SOAK: "1" },
    }).status;
await buildApp();
const isSteady = await runSteadily(minutes);
process.exit(status !== 0 ? (status ?? 1) : isSteady ? 0 : 1);
