import { spawnSync } from "node:child_process";
import path from "node:path";

/** The loops of kills and hostile input at their full length. */
const test = path.join(import.meta.dirname, "test.ts");
const { status } = spawnSync(process.execPath, [test, "faults", "socket"], {
  stdio: "inherit",
  env: { ...process.env, SOAK: "1" },
});
process.exit(status ?? 1);
