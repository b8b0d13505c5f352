import { removeOldRequests } from "../api/idempotency.ts";
import { removeOldFailures } from "../auth/attempts.ts";
import { removeExpiredSessions } from "../auth/session-ends.ts";
import { removeOldSteps } from "../auth/steps.ts";
import { removeOrphanedFiles } from "../features/files/orphans.ts";
import { removeOldImports } from "../features/imports/old-imports.ts";
import { resumeImports } from "../features/imports/runs.ts";
import { removeOldDeliveries } from "../features/webhooks/deliver.ts";
import { endSnoozes, removeExpiredNotifications } from "../features/notifications/rounds.ts";
import { runMailRound } from "../mail/mailer.ts";
import { sendDigests } from "../mail/notification-mails.ts";
import { removeOldMails } from "../mail/old-mails.ts";
import { digestTime } from "../../contract/notification-preferences.ts";
import { repairSearch } from "../search/rebuild.ts";
import type { Job } from "./runner.ts";

const hourMs = 3_600_000;

/** Everything that repeats. */
export const jobs: readonly Job[] = [
  { name: "expired-sessions", everyMs: hourMs / 4, run: removeExpiredSessions },
  { name: "old-sign-in-failures", everyMs: hourMs, run: removeOldFailures },
  { name: "unfinished-sign-ins", everyMs: hourMs / 4, run: removeOldSteps },
  { name: "old-api-requests", everyMs: hourMs / 4, run: removeOldRequests },
  { name: "old-webhook-deliveries", everyMs: hourMs * 24, run: removeOldDeliveries },
  { name: "orphaned-files", everyMs: hourMs, run: removeOrphanedFiles },
  // Due at every start: what a stop has interrupted goes on.
  { name: "interrupted-imports", everyMs: 0, run: resumeImports },
  { name: "pages-not-shown", everyMs: 0, run: ({ pageRooms }) => pageRooms.recover() },
  { name: "page-updates", everyMs: hourMs * 24, run: ({ pageRooms }) => pageRooms.compact() },
  { name: "notification-snoozes", everyMs: 0, run: endSnoozes },
  { name: "expired-notifications", everyMs: hourMs, run: removeExpiredNotifications },
  { name: "notification-digests", daily: { at: digestTime, workdaysOnly: true }, run: sendDigests },
  { name: "mail", everyMs: 0, run: (services) => runMailRound(services) },
  { name: "old-mails", everyMs: hourMs * 24, run: removeOldMails },
  { name: "search-repair", everyMs: hourMs * 24, run: repairSearch },
  { name: "old-imports", everyMs: hourMs * 24, run: removeOldImports },
];
