import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { databaseFile, leftWithoutDatabase } from "../db/connection.ts";
import { writeWhole } from "../durable.ts";
import { findReadyDatabase, type Places } from "./ready-database.ts";

/** Hands out the file of a database at its latest schema, once; undefined where none could be made. */
export type NewDatabase = () => Promise<Uint8Array | undefined>;

/** Takes the one of the build, or has one made beside this thread. */
export function makeNewDatabase(places?: Places): NewDatabase | undefined {
  let make = findReadyDatabase(places) ?? migrateInThread();
  if (!make) return undefined;
  return async () => {
    const made = await make?.().catch(() => undefined);
    make = undefined;
    return made;
  };
}

/**
 * Has a thread make the database of a new portal while this one reads the rest of the program: the migrations take as
 * long as that. Whatever goes wrong there is left to them, in the folder itself.
 */
function migrateInThread(): NewDatabase | undefined {
  if (availableParallelism() < 2) return undefined;
  const worker = new Worker(path.join(import.meta.dirname, "new-database-worker.ts"));
  const made: ReturnType<NewDatabase> = new Promise((resolve) => {
    worker.once("message", resolve);
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
  return () => made;
}

/** Puts it into a data folder that holds nothing of a database yet. */
export async function placeNewDatabase(dataDir: string, made: NewDatabase): Promise<void> {
  const file = databaseFile(dataDir);
  // A write-ahead log that has outlived its database would be read into this one.
  const isNew = ["", "-wal", "-shm", "-journal"].every((ending) => !existsSync(`${file}${ending}`));
  if (!isNew || leftWithoutDatabase(dataDir)) return;
  const bytes = await made();
  if (bytes) await writeWhole(file, (partial) => writeFile(partial, bytes, { mode: 0o600 }));
}
