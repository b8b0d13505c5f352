import { parentPort, workerData } from "node:worker_threads";
import { openChecks } from "../../checks/access.ts";
import { openDatabaseBeside } from "../../db/connection.ts";
import type { FiguresAnswer, FiguresOrder } from "./figures-thread.ts";
import { openFigureWriter } from "./write-figures.ts";

/** Writes figures over a connection of its own whenever it is asked. */
const { dataDir } = workerData as FiguresOrder;
const db = openDatabaseBeside(dataDir);
const checks = openChecks(dataDir);
const write = openFigureWriter();
const needed = { db, now: () => new Date(), reader: checks.reader };

const answer = (): Promise<FiguresAnswer> =>
  write(needed).then(
    (certificates) => ({ certificates }),
    (failure: unknown) => ({ failure }),
  );

parentPort?.on("message", async () => parentPort?.postMessage(await answer()));
