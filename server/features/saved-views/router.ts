import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from "../../../contract/saved-views/saved-views.ts";
import { procedure, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

export const savedViewRouter = router({
  list: procedure.input(listSavedViews).query(({ ctx, input }) => queries.listSavedViews(ctx.db, ctx.person, input)),
  create: procedure.input(createSavedView).mutation(({ ctx, input }) => commands.createSavedView(ctx, input)),
  update: procedure.input(updateSavedView).mutation(({ ctx, input }) => commands.updateSavedView(ctx, input)),
  delete: procedure.input(deleteSavedView).mutation(({ ctx, input }) => commands.deleteSavedView(ctx, input)),
});
