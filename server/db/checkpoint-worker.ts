import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/** Moves what lies in the write-ahead log into the database, from a thread of its own and without holding anyone up. */
const { file, everyMs }: { file: string; everyMs: number } = workerData;
const sqlite = new Sqlite(file);
sqlite.pragma("busy_timeout = 0");
let isFailing = false;
setInterval(() => {
  try {
    sqlite.pragma("wal_checkpoint(PASSIVE)");
    isFailing = false;
  } catch (error) {
    // A disk that is full has space again some day: it is told once and tried again.
    if (!isFailing) parentPort?.postMessage(error);
    isFailing = true;
  }
}, everyMs);
