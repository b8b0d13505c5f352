import { liveRouter } from "../features/live/router.ts";
import { notificationRouter } from "../features/notifications/router.ts";
import { createCallerFactory, router } from "./procedures.ts";

export const appRouter = router({
  live: liveRouter,
  notification: notificationRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, with the same checks as over HTTP. */
export const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;
