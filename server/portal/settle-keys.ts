import { type Db, openOtherDatabase } from "../db/connection.ts";
import { checksFile, finishRotation, type Rotation } from "../features/system/rotate-keys.ts";
import { readNextSecrets, type Secrets } from "../secrets.ts";

/** Runs work that needs the checker's file beside the database. Nobody else may live on the data meanwhile. */
export async function withChecksFile<Result>(
  { dataDir, db }: { dataDir: string; db: Db },
  work: (data: Omit<Rotation, "now">) => Promise<Result>,
): Promise<Result> {
  const file = checksFile(dataDir);
  const checks = file ? openOtherDatabase(file) : undefined;
  try {
    return await work({ dataDir, db, checks });
  } finally {
    await checks?.destroy();
  }
}

/** The keys that count, after a rotation of them that may have been interrupted. */
export async function settledSecrets(db: Db, dataDir: string, known: Secrets): Promise<Secrets> {
  if (!readNextSecrets(dataDir)) return known;
  return withChecksFile({ dataDir, db }, (data) => finishRotation(data, known));
}
