import { getSettings, updateSettings } from "../../../contract/settings/sections.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import * as commands from "./commands.ts";
import { viewSettings } from "./queries.ts";

export const settingRouter = router({
  get: procedureFor("manageSettings")
    .input(getSettings)
    .query(({ ctx, input }) => viewSettings(ctx.db, input.section)),
  update: procedureFor("manageSettings")
    .input(updateSettings)
    .mutation(({ ctx, input }) => commands.updateSettings(ctx, input)),
});
