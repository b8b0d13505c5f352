import { mkdirSync } from "node:fs";
import { openData } from "../server/db/data-place.ts";
import { migrateToLatest } from "../server/db/migrate.ts";
import { readEnvironment } from "../server/env.ts";
import { lockPlace } from "../server/jobs/lock-place.ts";
import { StartProblem } from "../server/start-problem.ts";

try {
  const env = readEnvironment(process.env);
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockPlace(env);
  const db = await openData(env);
  const applied = await migrateToLatest(db, env.dataDir);
  console.log(applied.length > 0 ? applied.join("\n") : "Die Datenbank ist auf dem neuesten Stand.");
  await db.destroy();
  await lock.end();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
