import { mkdirSync } from "node:fs";
import { readEnvironment } from "../server/env.ts";
import { lockPlace } from "../server/jobs/lock-place.ts";
import { createLog } from "../server/log.ts";
import { openMigrated } from "../server/portal/open-data.ts";
import { StartProblem } from "../server/start-problem.ts";

try {
  const env = readEnvironment(process.env);
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockPlace(env);
  const { db, applied } = await openMigrated(env, createLog(env.logLevel));
  console.log(applied.length > 0 ? applied.join("\n") : "Die Datenbank ist auf dem neuesten Stand.");
  await db.destroy();
  await lock.end();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
