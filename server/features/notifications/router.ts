import { deleteNotification, listNotifications, updateNotification } from "../../../contract/notifications.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const notificationRouter = router({
  list: procedure
    .input(listNotifications)
    .query(({ ctx, input }) => queries.listNotifications(ctx.db, ctx.person, input)),
  update: procedure.input(updateNotification).mutation(({ ctx, input }) => commands.updateNotification(ctx, input)),
  delete: procedure.input(deleteNotification).mutation(({ ctx, input }) => commands.deleteNotification(ctx, input)),
});
