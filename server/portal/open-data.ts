import { migrateSafely } from "../backup/migrate-safely.ts";
import { finishRestore } from "../backup/restore.ts";
import { openDatabase } from "../db/connection.ts";
import type { Environment } from "../env.ts";
import { recordDowntime } from "../features/files/downtimes.ts";
import { releaseClaims } from "../jobs/claims.ts";
import type { Log } from "../log.ts";
import { unlessFull } from "../problem.ts";
import { loadSecrets, readSecrets } from "../secrets.ts";
import { settledSecrets } from "./settle-keys.ts";

/** The database at its latest schema and the secrets beside it; what an earlier run left claimed is free again. */
export async function openData(env: Environment, log: Log) {
  const restored = await finishRestore(env.dataDir);
  if (restored) log.warn(restored, "a restored backup is in place");
  const known = readSecrets(env.dataDir);
  const { db, applied } = await migrateSafely(env.dataDir, openDatabase);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  await unlessFull(releaseClaims(db, new Date()));
  await unlessFull(recordDowntime(db, new Date()));
  const secrets = known ? await settledSecrets(db, env.dataDir, known) : loadSecrets(env.dataDir);
  return { db, secrets };
}
