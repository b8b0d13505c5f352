import "./register.ts";
import { createCallerFactory, router } from "../trpc/procedures.ts";
import { apiTokenRouter } from "./api/router.ts";
import { attachmentRouter } from "./attachments/router.ts";
import { auditRouter } from "./audit-log/router.ts";
import { calendarFeedRouter } from "./calendar-feeds/router.ts";
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
import { fileRouter } from "./files/router.ts";
import { followRouter } from "./follows/router.ts";
import { heartbeatRouter } from "./heartbeats/router.ts";
import { impactRouter } from "./impact/router.ts";
import { importRouter } from "./imports/router.ts";
import { jobRouter } from "./jobs/router.ts";
import { mailRouter } from "./mail/router.ts";
import { maintenanceRouter } from "./maintenance/router.ts";
import { mentionRouter } from "./mentions/router.ts";
import { mergeRouter } from "./merges/router.ts";
import { noteRouter } from "./notes/router.ts";
import { notificationRouter } from "./notifications/router.ts";
import { offboardingRouter } from "./offboarding/router.ts";
import { privacyRouter } from "./privacy/router.ts";
import { recordRouters } from "./record-routers.ts";
import { relationRouter } from "./relations/router.ts";
import { savedViewRouter } from "./saved-views/router.ts";
import { recentRouter, searchRouter } from "./search/router.ts";
import { securityRouter } from "./security/router.ts";
import { sessionRouter } from "./sessions/router.ts";
import { settingRouter } from "./settings/router.ts";
import { statusPageRouter } from "./status-pages/router.ts";
import { systemRouter } from "./system/router.ts";
import { taskRouter } from "./tasks/router.ts";
import { termRouter } from "./terms/router.ts";
import { userRouter } from "./users/router.ts";
import { webhookRouter } from "./webhooks/router.ts";
import { pageTransferRouter } from "./wiki/transfer/router.ts";
import { liveRouter } from "./workbench/router.ts";

export const appRouter = router({
  ...recordRouters,
  dashboard: dashboardRouter,
  contractGap: contractGapRouter,
  costForecast: costForecastRouter,
  customerQuestion: customerQuestionRouter,
  deadline: deadlineRouter,
  maintenance: maintenanceRouter,
  mention: mentionRouter,
  pageTransfer: pageTransferRouter,
  change: changeRouter,
  check: checkRouter,
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
