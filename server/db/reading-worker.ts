import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import type { ReadAnswer, ReadOrder } from "./reading-thread.ts";

/** Reads what it is asked from a connection of its own, which cannot write. */
const cacheKib = 16_384;
const { file } = workerData as { file: string };
const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
sqlite.pragma("busy_timeout = 5000");
sqlite.pragma(`cache_size = -${cacheKib}`);

const answerTo = ({ id, sql, parameters }: ReadOrder): ReadAnswer => {
  try {
    return { id, rows: sqlite.prepare(sql).all(...parameters) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on("message", (order: ReadOrder) => parentPort?.postMessage(answerTo(order)));
