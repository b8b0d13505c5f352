import { mkdirSync } from "node:fs";
import { openDatabase } from "../server/db/connection.ts";
import { migrateToLatest } from "../server/db/migrate.ts";
import { readEnvironment } from "../server/env.ts";
import { lockData } from "../server/jobs/claims.ts";
import { StartProblem } from "../server/start-problem.ts";

try {
  const { dataDir } = readEnvironment(process.env);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockData(dataDir);
  const db = openDatabase(dataDir);
  const applied = await migrateToLatest(db, dataDir);
  console.log(applied.length > 0 ? applied.join("\n") : "Die Datenbank ist auf dem neuesten Stand.");
  await db.destroy();
  lock.end();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
