import { workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/** Moves what lies in the write-ahead log into the database, from a thread of its own and without holding anyone up. */
const { file, everyMs } = workerData as { file: string; everyMs: number };
const sqlite = new Sqlite(file);
sqlite.pragma("busy_timeout = 0");
setInterval(() => sqlite.pragma("wal_checkpoint(PASSIVE)"), everyMs);
