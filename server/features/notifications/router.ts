import {
  setAbsence,
  setChannel,
  setQuietHours,
  setTimeZone,
  setWorkingDays,
} from "../../../contract/notifications/notification-preferences-input.ts";
import {
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  snoozeNotification,
  updateNotification,
} from "../../../contract/notifications/notifications.ts";
import { z } from "../../../contract/zod.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as absence from "./absence.ts";
import * as commands from "./commands.ts";
import * as preferences from "./preferences.ts";
import * as queries from "./queries.ts";

export const notificationRouter = router({
  list: procedure
    .input(listNotifications)
    .query(({ ctx, input }) => queries.listNotifications(ctx.db, ctx.person, input)),
  update: procedure.input(updateNotification).mutation(({ ctx, input }) => commands.updateNotification(ctx, input)),
  delete: procedure.input(deleteNotification).mutation(({ ctx, input }) => commands.deleteNotification(ctx, input)),
  deleteAll: procedure.input(deleteAllNotifications).mutation(({ ctx }) => commands.deleteAllNotifications(ctx)),
  markAllRead: procedure.input(markAllNotificationsRead).mutation(({ ctx }) => commands.markAllRead(ctx)),
  snooze: procedure.input(snoozeNotification).mutation(({ ctx, input }) => commands.snoozeNotification(ctx, input)),
  getPreferences: procedure.input(z.void()).query(({ ctx }) => queries.getPreferences(ctx.db, ctx.person, ctx.now())),
  setChannel: procedure.input(setChannel).mutation(({ ctx, input }) => preferences.setChannel(ctx, input)),
  setQuietHours: procedure.input(setQuietHours).mutation(({ ctx, input }) => preferences.setQuietHours(ctx, input)),
  setTimeZone: procedure.input(setTimeZone).mutation(({ ctx, input }) => preferences.setTimeZone(ctx, input)),
  setWorkingDays: procedure.input(setWorkingDays).mutation(({ ctx, input }) => preferences.setWorkingDays(ctx, input)),
  setAbsence: procedure.input(setAbsence).mutation(({ ctx, input }) => absence.setAbsence(ctx, input)),
  absent: procedure.input(z.void()).query(({ ctx }) => absence.listAbsentPeople(ctx.db, ctx.now())),
});
