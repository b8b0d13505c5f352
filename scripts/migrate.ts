import { openDatabase } from "../server/db/connection.ts";
import { migrateToLatest } from "../server/db/migrate.ts";
import { readEnvironment } from "../server/env.ts";
import { StartProblem } from "../server/start-problem.ts";

try {
  const db = openDatabase(readEnvironment(process.env).dataDir);
  const applied = await migrateToLatest(db);
  console.log(applied.length > 0 ? applied.join("\n") : "Die Datenbank ist auf dem neuesten Stand.");
  await db.destroy();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
