import { runCheckerProcess } from "./run-process.ts";

await runCheckerProcess();
