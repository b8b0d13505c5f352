import { afterAll, vi } from "vitest";
import { openFreshPage } from "./fresh-page.ts";

// Runs for every file of `ui`, which share a worker: what stays of one file must not meet the next.
vi.unstubAllGlobals();
vi.unstubAllEnvs();
afterAll(await openFreshPage());
