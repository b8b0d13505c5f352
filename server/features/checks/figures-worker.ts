import { parentPort, workerData } from "node:worker_threads";
import { openChecks } from "../../checks/access.ts";
import { type DataPlace, openDataBeside } from "../../db/data-place.ts";
import type { FiguresAnswer } from "./figures-thread.ts";
import { openFigureWriter } from "./write-figures.ts";

/** Writes figures over a connection of its own whenever it is asked. */
const place = workerData as DataPlace;
const db = await openDataBeside(place);
const checks = openChecks(place.dataDir);
const write = openFigureWriter();
const needed = { db, now: () => new Date(), reader: checks.reader };

const answer = (): Promise<FiguresAnswer> =>
  write(needed).then(
    (certificates) => ({ certificates }),
    (failure: unknown) => ({ failure }),
  );

parentPort?.on("message", async () => parentPort?.postMessage(await answer()));
