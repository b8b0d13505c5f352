import { runBrowserProcess } from "./run-process.ts";

runBrowserProcess();
