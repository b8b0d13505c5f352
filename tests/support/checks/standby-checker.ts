import { runCheckerProcess } from "../../../server/checks/run-process.ts";

// The checker's program, loaded before the moment at which it takes over from one that was killed.

process.once("message", () => runCheckerProcess());
