import { parentPort } from "node:worker_threads";
import { migrateInMemory } from "./migrate-in-memory.ts";

const bytes = await migrateInMemory();
parentPort?.postMessage(bytes, [bytes.buffer]);
