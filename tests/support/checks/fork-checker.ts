import { type ChildProcess, fork } from "node:child_process";
import type { DataPlace } from "../../../server/db/data-place.ts";

/** Starts a program of the checker; one whose database lies elsewhere than in the folder waits to be told where. */
export const forkChecker = (program: string, { dataDir, postgres }: DataPlace): ChildProcess =>
  fork(program, [dataDir, "", "silent", "", ...(postgres ? ["elsewhere"] : [])]);

/** Tells a program of the checker where its database lies, as the portal does. */
export function tellPlace(checker: ChildProcess, place: DataPlace): void {
  if (place.postgres) checker.send({ place });
}
