import { fileRouter } from "../features/files/router.ts";
import { liveRouter } from "../features/live/router.ts";
import { notificationRouter } from "../features/notifications/router.ts";
import { sessionRouter } from "../features/sessions/router.ts";
import { userRouter } from "../features/users/router.ts";
import { createCallerFactory, router } from "./procedures.ts";

export const appRouter = router({
  file: fileRouter,
  live: liveRouter,
  notification: notificationRouter,
  session: sessionRouter,
  user: userRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, with the same checks as over HTTP. */
export const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;
