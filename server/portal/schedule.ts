import { mailboxJob } from "../../contract/dmarc/dmarc-mailbox.ts";
import { digestTime } from "../../contract/notifications/notification-preferences.ts";
import { hourMs, minuteMs } from "../../contract/time/durations.ts";
import { removeOldRequests } from "../api/idempotency.ts";
import { removeOldFailures } from "../auth/attempts.ts";
import { removeExpiredSessions } from "../auth/session-ends.ts";
import { removeOldSteps } from "../auth/steps.ts";
import { wakeWorkers } from "../db/wake.ts";
import { tendChain, tendWholeChain } from "../features/audit-log/chain.ts";
import { tendBackups } from "../features/backups/tend.ts";
import { forgetOldThreads } from "../features/channels/announcements.ts";
import { repairChecks } from "../features/checks/repair.ts";
import { tendClaims } from "../features/claims/commands.ts";
import { remindCustomers } from "../features/customer-questions/remind.ts";
import { compareDeadlines, repairJob } from "../features/deadlines/repair.ts";
import { removeOldDiscoveries } from "../features/discoveries/commands.ts";
import { fetchDmarcReports } from "../features/dmarc/mailbox/fetch-reports.ts";
import { tendHolderChecks } from "../features/domains/holder-checks.ts";
import { removeLeftImages } from "../features/files/left-images.ts";
import { removeOrphanedFiles } from "../features/files/orphans.ts";
import { removeOldImports } from "../features/imports/old-imports.ts";
import { resumeImports } from "../features/imports/runs.ts";
import { watchJobs } from "../features/jobs/watch.ts";
import { endSnoozes, removeExpiredNotifications } from "../features/notifications/commands.ts";
import { sendDigests, sendDigestsElsewhere } from "../features/notifications/notification-mails.ts";
import { keepRetention } from "../features/privacy/retention.ts";
import { tendWholeExports } from "../features/privacy/whole-export/runs.ts";
import { askProviders } from "../features/provider-status/ask.ts";
import { removeOldAnswers } from "../features/registrations/answers.ts";
import { remindOfChanges, remindOfDeadlines } from "../features/reminders/remind.ts";
import { tellSilentReporters } from "../features/site-reports/silent.ts";
import { tellLowDisk } from "../features/system/low-disk.ts";
import { analyse, giveBackSpace, takeSample } from "../features/system/samples.ts";
import { tendTerms } from "../features/terms/roll-over.ts";
import { tellSilentPoints } from "../features/vantage-points/silent.ts";
import { tellGaps } from "../features/wiki/gaps/gap-report.ts";
import { askForAllLinks, checkLinks } from "../features/wiki/gaps/link-check.ts";
import { resumePageImports } from "../features/wiki/transfer/import-work.ts";
import { releaseFuture } from "../jobs/claims.ts";
import { removeOldDeliveries } from "../jobs/deliveries.ts";
import type { Job } from "../jobs/runner.ts";
import { removeOldMails } from "../mail/old-mails.ts";
import { repairSearch } from "../search/rebuild.ts";

/**
 * Everything that repeats. What looks after a node's own disk, figures and caches runs on each node; all else is about the
 * database or the bucket, so one node does it for all. Pages that a dead node has left are shown by whichever node looks.
 */
export const jobs: readonly Job[] = [
  { name: "expired-sessions", everyMs: hourMs / 4, run: removeExpiredSessions },
  { name: "old-sign-in-failures", everyMs: hourMs, run: removeOldFailures },
  { name: "unfinished-sign-ins", everyMs: hourMs / 4, run: removeOldSteps },
  { name: "old-api-requests", everyMs: hourMs / 4, run: removeOldRequests },
  { name: "old-deliveries", everyMs: hourMs * 24, run: removeOldDeliveries },
  { name: "old-channel-threads", everyMs: hourMs * 24, run: forgetOldThreads },
  { name: "retention", everyMs: hourMs * 24, run: keepRetention },
  { name: "old-registry-answers", everyMs: hourMs * 24, run: removeOldAnswers },
  // What waits for servers of others has a lane of its own, as they may take their time.
  { name: "provider-status", everyMs: hourMs / 12, lane: "providers", run: askProviders },
  { name: mailboxJob, everyMs: hourMs, lane: "mailbox", run: (services) => fetchDmarcReports(services) },
  { name: "silent-reporters", everyMs: hourMs, run: tellSilentReporters },
  { name: "silent-vantage-points", everyMs: minuteMs, run: tellSilentPoints },
  { name: "orphaned-files", everyMs: hourMs, run: removeOrphanedFiles },
  { name: "cached-images", everyMs: hourMs, onEachNode: true, run: removeLeftImages },
  { name: "audit-links", everyMs: hourMs / 12, run: tendChain },
  { name: "audit-head", daily: { at: "00:30" }, run: tendWholeChain },
  { name: "system-samples", everyMs: hourMs / 12, onEachNode: true, run: takeSample },
  { name: "analyse-database", daily: { at: "04:20" }, run: analyse },
  { name: "free-space", daily: { at: "04:40" }, run: giveBackSpace },
  { name: "backups", everyMs: 0, plan: "nach „Einstellungen › Backup“", run: tendBackups },
  { name: "disk-space", everyMs: hourMs / 4, onEachNode: true, run: tellLowDisk },
  // Due at every start: what a stop has interrupted goes on.
  { name: "interrupted-imports", everyMs: 0, run: resumeImports },
  { name: "whole-exports", everyMs: 0, run: tendWholeExports },
  { name: "interrupted-page-imports", everyMs: 0, run: resumePageImports },
  { name: "pages-not-shown", everyMs: 0, run: ({ pageRooms }) => pageRooms.recover() },
  { name: "page-updates", everyMs: hourMs * 24, run: ({ pageRooms }) => pageRooms.compact() },
  { name: "notification-snoozes", everyMs: 0, run: endSnoozes },
  { name: "expired-notifications", everyMs: hourMs, run: removeExpiredNotifications },
  { name: "notification-digests", daily: { at: digestTime, workdaysOnly: true }, run: sendDigests },
  { name: "notification-digests-elsewhere", everyMs: hourMs / 4, run: sendDigestsElsewhere },
  { name: "claims", everyMs: 0, run: tendClaims },
  // Right after midnight, so that every list is right on its day.
  { name: "terms", daily: { at: "00:05" }, run: tendTerms },
  { name: "holder-checks", daily: { at: "00:10" }, run: tendHolderChecks },
  { name: "clock", everyMs: 0, run: releaseFuture },
  // The mailer has its own pace: a slow mail server must not keep other jobs waiting.
  { name: "mail", everyMs: 0, run: async ({ db }) => wakeWorkers(db, ["mail"]) },
  { name: "old-mails", everyMs: hourMs * 24, run: removeOldMails },
  { name: "page-gaps", everyMs: hourMs / 4, plan: "montags ab 08:00", run: tellGaps },
  {
    name: "page-links",
    everyMs: 0,
    plan: "jeder Link monatlich",
    lane: "links",
    run: checkLinks,
    whenAsked: askForAllLinks,
  },
  { name: "reminders", daily: { at: "07:00" }, run: (services) => remindOfDeadlines(services) },
  { name: "reminders-to-customers", daily: { at: "08:00" }, run: remindCustomers },
  { name: "reminders-of-changes", everyMs: hourMs / 4, run: remindOfChanges },
  { name: "job-watch", everyMs: hourMs / 12, lane: "watch", run: watchJobs },
  { name: "checks", daily: { at: "03:40" }, run: repairChecks },
  { name: repairJob, daily: { at: "03:30" }, run: compareDeadlines },
  { name: "search-repair", everyMs: hourMs * 24, run: repairSearch },
  { name: "old-imports", everyMs: hourMs, run: removeOldImports },
  { name: "old-discoveries", everyMs: hourMs * 24, run: removeOldDiscoveries },
];
