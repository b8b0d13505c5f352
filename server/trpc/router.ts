import { apiTokenRouter } from "../features/api/router.ts";
import { attachmentRouter } from "../features/attachments/router.ts";
import { auditRouter } from "../features/audit-log/router.ts";
import { calendarFeedRouter } from "../features/calendar-feeds/router.ts";
import { changeRouter } from "../features/changes/router.ts";
import { chatRouter } from "../features/chats/router.ts";
import { dashboardRouter } from "../features/dashboard/router.ts";
import { fileRouter } from "../features/files/router.ts";
import { importRouter } from "../features/imports/router.ts";
import { taskRouter } from "../features/jobs/router.ts";
import { mailRouter } from "../features/mail/router.ts";
import { mentionRouter } from "../features/mentions/router.ts";
import { noteRouter } from "../features/notes/router.ts";
import { notificationRouter } from "../features/notifications/router.ts";
import { offboardingRouter } from "../features/offboarding/router.ts";
import { privacyRouter } from "../features/privacy/router.ts";
import { recordRouters } from "../features/record-routers.ts";
import { relationRouter } from "../features/relations/router.ts";
import { savedViewRouter } from "../features/saved-views/router.ts";
import { recentRouter, searchRouter } from "../features/search/router.ts";
import { securityRouter } from "../features/security/router.ts";
import { sessionRouter } from "../features/sessions/router.ts";
import { settingRouter } from "../features/settings/router.ts";
import { systemRouter } from "../features/system/router.ts";
import { userRouter } from "../features/users/router.ts";
import { webhookRouter } from "../features/webhooks/router.ts";
import { pageTransferRouter } from "../features/wiki/transfer/router.ts";
import { liveRouter } from "../features/workbench/router.ts";
import { createCallerFactory, router } from "./procedures.ts";

export const appRouter = router({
  ...recordRouters,
  dashboard: dashboardRouter,
  mention: mentionRouter,
  pageTransfer: pageTransferRouter,
  change: changeRouter,
  relation: relationRouter,
  attachment: attachmentRouter,
  note: noteRouter,
  file: fileRouter,
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
  webhook: webhookRouter,
  system: systemRouter,
  task: taskRouter,
  audit: auditRouter,
  privacy: privacyRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, with the same checks as over HTTP. */
export const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;
