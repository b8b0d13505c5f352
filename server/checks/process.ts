import { runCheckerProcess } from "./run-process.ts";

runCheckerProcess();
