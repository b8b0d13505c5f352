import { removeOldRequests } from "../api/idempotency.ts";
import { removeOldFailures } from "../auth/attempts.ts";
import { removeExpiredSessions } from "../auth/session-ends.ts";
import { removeOrphanedFiles } from "../features/files/orphans.ts";
import { removeOldImports } from "../features/imports/old-imports.ts";
import { resumeImports } from "../features/imports/runs.ts";
import { repairSearch } from "../search/rebuild.ts";
import type { Job } from "./runner.ts";

const hourMs = 3_600_000;

/** Everything that repeats. */
export const jobs: readonly Job[] = [
  { name: "expired-sessions", everyMs: hourMs / 4, run: removeExpiredSessions },
  { name: "old-sign-in-failures", everyMs: hourMs, run: removeOldFailures },
  { name: "old-api-requests", everyMs: hourMs / 4, run: removeOldRequests },
  { name: "orphaned-files", everyMs: hourMs, run: removeOrphanedFiles },
  // Due at every start: what a stop has interrupted goes on.
  { name: "interrupted-imports", everyMs: 0, run: resumeImports },
  { name: "search-repair", everyMs: hourMs * 24, run: repairSearch },
  { name: "old-imports", everyMs: hourMs * 24, run: removeOldImports },
];
