import "./register.ts";
import { createCallerFactory, router } from "../trpc/procedures.ts";
import { addressRouter } from "./addresses/router.ts";
import { apiTokenRouter } from "./api/router.ts";
import { attachmentRouter } from "./attachments/router.ts";
import { auditRouter } from "./audit-log/router.ts";
import { backupRouter } from "./backups/router.ts";
import { calendarFeedRouter } from "./calendar-feeds/router.ts";
import { changeEventRouter } from "./change-events/router.ts";
import { changeRouter } from "./changes/router.ts";
import { pushSubscriptionRouter } from "./channels/push/router.ts";
import { channelRouter } from "./channels/router.ts";
import { chatRouter } from "./chats/router.ts";
import { checkRouter } from "./checks/router.ts";
import { claimRouter } from "./claims/router.ts";
import { contractGapRouter } from "./contract-gaps/router.ts";
import { costForecastRouter } from "./cost-forecast/router.ts";
import { customerQuestionRouter } from "./customer-questions/router.ts";
import { dashboardRouter } from "./dashboard/router.ts";
import { deadlineRouter } from "./deadlines/router.ts";
import { discoveryRouter } from "./discoveries/router.ts";
import { dmarcRouter } from "./dmarc/router.ts";
import { dnsRouter } from "./dns/router.ts";
import { fileRouter } from "./files/router.ts";
import { followRouter } from "./follows/router.ts";
import { heartbeatRouter } from "./heartbeats/router.ts";
import { holderConfirmationRouter } from "./holder-confirmations/router.ts";
import { hostMoveRouter } from "./host-moves/router.ts";
import { impactRouter } from "./impact/router.ts";
import { importRouter } from "./imports/router.ts";
import { jobRouter } from "./jobs/router.ts";
import { legalRouter } from "./legal/router.ts";
import { lookalikeRouter } from "./lookalikes/router.ts";
import { lookupRouter } from "./lookups/router.ts";
import { mailRouter } from "./mail/router.ts";
import { maintenanceRouter } from "./maintenance/router.ts";
import { mentionRouter } from "./mentions/router.ts";
import { mergeRouter } from "./merges/router.ts";
import { noteRouter } from "./notes/router.ts";
import { notificationRouter } from "./notifications/router.ts";
import { offboardingRouter } from "./offboarding/router.ts";
import { previewRouter } from "./previews/router.ts";
import { privacyRouter } from "./privacy/router.ts";
import { providerStatusRouter } from "./provider-status/router.ts";
import { recordRouters } from "./record-routers.ts";
import { redirectRouter } from "./redirects/router.ts";
import { registrarConnectionRouter } from "./registrar-connections/router.ts";
import { registrationRouter } from "./registrations/router.ts";
import { relationRouter } from "./relations/router.ts";
import { savedViewRouter } from "./saved-views/router.ts";
import { recentRouter, searchRouter } from "./search/router.ts";
import { securityRouter } from "./security/router.ts";
import { sessionRouter } from "./sessions/router.ts";
import { settingRouter } from "./settings/router.ts";
import { siteReportRouter } from "./site-reports/router.ts";
import { statusPageRouter } from "./status-pages/router.ts";
import { systemRouter } from "./system/router.ts";
import { taskRouter } from "./tasks/router.ts";
import { technologyRouter } from "./technologies/router.ts";
import { termRouter } from "./terms/router.ts";
import { userRouter } from "./users/router.ts";
import { vantagePointRouter } from "./vantage-points/router.ts";
import { vulnerabilityRouter } from "./vulnerabilities/router.ts";
import { webhookRouter } from "./webhooks/router.ts";
import { pageTransferRouter } from "./wiki/transfer/router.ts";
import { liveRouter } from "./workbench/router.ts";

export const appRouter = router({
  ...recordRouters,
  address: addressRouter,
  lookalike: lookalikeRouter,
  providerStatus: providerStatusRouter,
  dmarc: dmarcRouter,
  holderConfirmation: holderConfirmationRouter,
  hostMove: hostMoveRouter,
  dashboard: dashboardRouter,
  backup: backupRouter,
  contractGap: contractGapRouter,
  costForecast: costForecastRouter,
  customerQuestion: customerQuestionRouter,
  deadline: deadlineRouter,
  maintenance: maintenanceRouter,
  mention: mentionRouter,
  pageTransfer: pageTransferRouter,
  change: changeRouter,
  changeEvent: changeEventRouter,
  check: checkRouter,
  dns: dnsRouter,
  discovery: discoveryRouter,
  redirect: redirectRouter,
  registrarConnection: registrarConnectionRouter,
  registration: registrationRouter,
  technology: technologyRouter,
  vulnerability: vulnerabilityRouter,
  legal: legalRouter,
  lookup: lookupRouter,
  preview: previewRouter,
  relation: relationRouter,
  attachment: attachmentRouter,
  term: termRouter,
  merge: mergeRouter,
  note: noteRouter,
  file: fileRouter,
  follow: followRouter,
  impact: impactRouter,
  import: importRouter,
  live: liveRouter,
  notification: notificationRouter,
  savedView: savedViewRouter,
  recent: recentRouter,
  search: searchRouter,
  session: sessionRouter,
  user: userRouter,
  offboarding: offboardingRouter,
  chat: chatRouter,
  security: securityRouter,
  setting: settingRouter,
  mail: mailRouter,
  apiToken: apiTokenRouter,
  calendarFeed: calendarFeedRouter,
  heartbeat: heartbeatRouter,
  vantagePoint: vantagePointRouter,
  siteReport: siteReportRouter,
  statusPage: statusPageRouter,
  webhook: webhookRouter,
  channel: channelRouter,
  pushSubscription: pushSubscriptionRouter,
  system: systemRouter,
  job: jobRouter,
  task: taskRouter,
  claim: claimRouter,
  audit: auditRouter,
  privacy: privacyRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, with the same checks as over HTTP. */
export const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;
